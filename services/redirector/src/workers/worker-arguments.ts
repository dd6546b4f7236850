// The Node options of a worker.
//
// A redirect leaves some kilobytes of garbage and nothing that lives on. Node's semi-space of 16 MiB frees the garbage
// of thousands of requests at once, in V8's own threads, which took the worker's core for 2 to 6 ms. A quarter of that
// size is collected four times as often, each time a quarter as long, and fits in the processor's cache.
//
// A new heap is small, and grows by several full collections in the first two seconds. With an old space of 64 MiB
// before the first full collection, visitors wait half as long in that time on Node 24 (docs/performance.md, "An empty
// Redis"). `--initial-heap-size` would do the same, but make the young generation larger from the beginning, which is
// slower.

const SEMI_SPACE_MIB = 4;
const INITIAL_OLD_SPACE_MIB = 64;

/** The options that set the size of the heap. */
const HEAP_SIZES = ['-heap-size', '-old-space-size'];

/** `given`: the primary's own options; the operator's options for the young generation and the heap win. */
export function workerArguments(given: readonly string[], nodeOptions = ''): string[] {
  // V8 reads a `_` in an option as a `-`
  const said = [...given, nodeOptions].map((words) => words.replaceAll('_', '-'));
  const isSaid = (...options: string[]) =>
    said.some((words) => options.some((option) => words.includes(option)));
  return [
    ...given,
    ...(isSaid('--max-semi-space-size') ? [] : [`--max-semi-space-size=${SEMI_SPACE_MIB}`]),
    ...(isSaid(...HEAP_SIZES) ? [] : [`--initial-old-space-size=${INITIAL_OLD_SPACE_MIB}`]),
  ];
}
