"""The native engine: a program as machine code, through llvmlite."""
