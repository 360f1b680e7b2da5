"""Programs as machine code, made with llvmlite. How a program becomes a game that runs:

1. `native.Native` is asked for a program, and has `compiling.product_cache` fetch its `Product` from the user's cache.
2. What is not there is made by `compiling.product_making`. `partial_evaluation.fixed_loops` first works out the loops that go the same way in every game.
3. `values.code.Code` is the LLVM module to be: where cells lie (`building.placing`), lists and faults (`building.constants`), kernels
   (`building.kernel`), and all that writes expressions (`values.expressions` and the modules beside it).
4. `statements.program_function.ProgramFunction` writes the one function that runs a program, with its statements, choices and what it lets fall; `statements.tallying`
   one that plays many games with it.
5. `compiling.machine` has LLVM make object code of the text; it is kept as a `compiling.product.Product`.
6. `Native` loads that, and calls it on the memory of a thread (`native.PlayMemory`) as `calling` tells: context, state, and what for.

Kernels are Python functions in `runtime` and elsewhere that are made into machine code as they stand: those that all programs share are
compiled once (`compiling.shared`). Other packages build on this one through `search` and `many`.
"""
