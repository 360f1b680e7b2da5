"""From what was written to machine code that can be called: the compiler of kernels, LLVM, and what is kept in the cache."""
