"""What native code leans on, written as kernels: sets of many words, what hangs together, shapes, the random source, drawing."""
