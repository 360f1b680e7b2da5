"""The texts behind `dicedsl explain`, by family of codes."""
