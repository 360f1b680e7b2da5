"""How Sphinx builds the manual; `make docs` runs it with every warning an error."""

import sys
from pathlib import Path

import dicedsl

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "dicedsl"
author = "The dicedsl authors"
copyright = "the dicedsl authors"
version = release = dicedsl.__version__

extensions = ["myst_parser", "dice"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
nitpicky = True
highlight_language = "none"

html_theme = "furo"
html_title = f"dicedsl {release}"
