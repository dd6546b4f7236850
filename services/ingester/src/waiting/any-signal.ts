// One signal for two reasons to end. By hand, because AbortSignal.any keeps a record for as long as the sources live.

/** Aborted with the first of the two. `short` is the one that is sure to be aborted in the end. */
export function anySignal(long: AbortSignal, short: AbortSignal): AbortSignal {
  const any = new AbortController();
  const end = () => {
    long.removeEventListener('abort', end);
    short.removeEventListener('abort', end);
    any.abort();
  };
  long.addEventListener('abort', end);
  short.addEventListener('abort', end);
  if (long.aborted || short.aborted) end();
  return any.signal;
}
