"""Settings of the documentation: `sphinx-build -W -b html docs site`."""

from __future__ import annotations

from karat.version import VERSION

project = "karat"
copyright = "the karat maintainers"
version = release = VERSION
extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"karat {VERSION}"
html_favicon = "../src/karat/web/static/karat.svg"
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "native"
