"""karat beside the field's own tools, on random and on real inputs: `python -m conformance` writes docs/conformance.md.

One file a tool. Each has `findings(cases, seed)`, which compares that many inputs and yields a Finding for each setting;
`NEEDS` names the programs that it runs, where there are any.
"""
