"""The look of a page: one quiet sheet, with the palette of the drawings."""

from __future__ import annotations

from karat.report.colours import variables

LOOK = """
.karat{color:var(--ink);background:var(--paper);margin:0;line-height:1.55;
font:1.0625rem/1.55 system-ui,"Segoe UI","Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
.karat main{max-width:44rem;margin:0 auto;padding:clamp(1.5rem,6vw,5rem) clamp(1.1rem,4vw,2rem) 4rem}
.karat h1{font-size:.9375rem;font-weight:600;letter-spacing:.01em;color:var(--soft);margin:0 0 .9rem}
.karat .claim{font:500 clamp(1.45rem,1.1rem + 1.9vw,2.1rem)/1.28 Charter,"Bitstream Charter","Iowan Old Style",
"Palatino Linotype",Georgia,serif;color:var(--ink);letter-spacing:-.008em;margin:0;max-width:32ch;text-wrap:pretty}
.karat header{margin-bottom:2.2rem}
.karat nav{margin:-.8rem 0 -.8rem;font-size:.9375rem}
.karat nav summary{color:var(--soft)}
.karat nav ol{list-style:none;margin:.3rem 0 0;padding:0 0 1rem;columns:17rem 2;column-gap:2rem;font-size:.9375rem}
.karat nav li{padding:.14rem 0;break-inside:avoid}
.karat a{color:var(--blue);text-decoration:none}
.karat nav a{color:var(--ink)}
.karat a:hover,.karat a:focus-visible{text-decoration:underline;text-underline-offset:.2em}
.karat :focus-visible{outline:2px solid var(--blue);outline-offset:3px;border-radius:2px}
.karat section{margin-top:3.2rem;scroll-margin-top:1.5rem}
.karat h2{font-size:1.1875rem;line-height:1.3;font-weight:650;margin:0 0 .5rem;text-wrap:balance}
.karat .anchor{color:var(--soft);font-weight:400;opacity:0;margin-left:.15em}
.karat h2:hover .anchor,.karat .anchor:focus{opacity:1}
.karat p,.karat li,.karat figcaption,.karat dd{max-width:66ch}
.karat .note{color:var(--soft);font-size:.9375rem;margin:0 0 .6rem}
.karat .frame{overflow-x:auto;margin-top:.4rem}
.karat table{border-collapse:collapse;min-width:min(100%,24rem);font-size:1rem;line-height:1.35;
color:var(--ink);font-variant-numeric:tabular-nums lining-nums}
.karat thead th{font-size:.875rem;font-weight:600;color:var(--soft);border-bottom:1.5px solid var(--ink);
vertical-align:bottom}
.karat th,.karat td{padding:.5rem 1.3rem .5rem 0;text-align:left;vertical-align:top;font-weight:400;
border-bottom:1px solid var(--grid)}
.karat tbody tr:last-child>*{border-bottom:1.5px solid var(--ink)}
.karat th:last-child,.karat td:last-child{padding-right:0}
.karat .number{text-align:right;white-space:nowrap}
.karat small{display:block;font-size:.8125rem;color:var(--soft);line-height:1.3}
.karat sup{font-size:.7em;line-height:0;margin-left:.15em}
.karat .footnotes{font-size:.875rem;color:var(--soft);margin-top:.5rem}
.karat .footnotes p{margin:.15rem 0}
.karat .footnotes p:target{color:var(--ink);background:var(--grid)}
.karat .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.karat figure{margin:.9rem 0 0}
.karat svg{display:block;width:100%;height:auto;overflow:visible;max-width:calc(var(--wide)*1.55)}
.karat svg text{font-variant-numeric:tabular-nums}
.karat figcaption{margin-top:.9rem;font-size:.9688rem;line-height:1.5}
.karat .data{font-size:.875rem;white-space:nowrap}
.karat p.data{margin:.8rem 0 0}
.karat .notes{margin:0;padding-left:1.1em}
.karat .notes li{margin:.45rem 0;padding-left:.2em}
.karat .notes li::marker{color:var(--soft)}
.karat summary{cursor:pointer;padding:.3rem 0}
.karat .signature{margin:.6rem 0 0;font-size:.9375rem}
.karat .signature div{display:grid;grid-template-columns:minmax(7rem,11rem) 1fr;gap:.2rem 1.2rem;padding:.4rem 0;
border-top:1px solid var(--grid)}
.karat dt{color:var(--soft)}
.karat dd{margin:0;min-width:0}
.karat code{font:.875em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;
white-space:pre-wrap}
.karat h3{font-size:1rem;font-weight:600;margin:0 0 .35rem}
.karat .answers{margin:.4rem 0 0}
.karat .answers div{margin:0 0 1rem}
.karat .answers dt{color:var(--ink);font-weight:600}
.karat .unit{margin:0;padding:1rem 0;border-top:1px solid var(--grid);break-inside:avoid}
.karat .unit dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr));gap:.7rem 2rem;margin:0}
.karat .unit .right{grid-column:1/-1}
.karat .brief dl{grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}
.karat .brief .right{grid-column:auto}
.karat .short{white-space:nowrap}
.karat .unit p{margin:0 0 .3rem;white-space:pre-wrap;overflow-wrap:anywhere}
.karat .unit dt{font-size:.875rem}
.karat .unit h3{font-size:.875rem;color:var(--soft)}
.karat .asked{margin:0 0 .7rem;padding-inline-start:.9rem;border-inline-start:2px solid var(--grid)}
.karat .alone{font-variant-numeric:tabular-nums;color:var(--ink);font-weight:600;margin-inline-start:.3rem}
.karat .nothing,.karat .less{color:var(--soft)}
.karat .long>summary{padding:0;white-space:pre-wrap;overflow-wrap:anywhere}
.karat .long .less,.karat .long[open] .start{display:none}
.karat .long[open] .less{display:inline}
@media (max-width:30rem){.karat .signature div{grid-template-columns:1fr}.karat table{font-size:.9375rem}
.karat th,.karat td{padding-right:.7rem}.karat small{font-size:.75rem}}
@media print{
.karat{font-size:10.5pt}.karat main{max-width:none;padding:0}.karat nav,.karat .data,.karat .anchor{display:none}
.karat section{margin-top:1.6rem}.karat h2{break-after:avoid}.karat figure,.karat tr{break-inside:avoid}
.karat svg{max-width:calc(var(--wide)*1.3)}.karat summary{display:none}
.karat details::details-content{content-visibility:visible;display:block;block-size:auto}}
"""

CSS = (
    f".karat{{{variables(dark=False)}}}"
    f"@media screen and (prefers-color-scheme:dark){{.karat{{{variables(dark=True)}}}}}{LOOK}"
)
FRAGMENT_CSS = """
.piece{padding:1rem 1.25rem;border-radius:6px;font-size:1rem}.piece main{padding:0;margin:0}
.piece section:first-of-type{margin-top:0}.piece .anchor{display:none}
"""
