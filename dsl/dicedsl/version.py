"""The version of this package, for those who may not ask the package itself."""

__version__ = "0.1.0"
