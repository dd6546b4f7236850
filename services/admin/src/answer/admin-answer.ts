// How an admin command ends, as a value; the runner prints it and sets the exit code.

export type AdminAnswer =
  /** `json` is printed with --json, `text` without. */
  | { kind: 'done'; json: Readonly<Record<string, unknown>>; text: string }
  /** A complete answer like `done`, but it reports that something is wrong: the exit code is 1. */
  | { kind: 'unhealthy'; json: Readonly<Record<string, unknown>>; text: string }
  /** The requested output is on standard output already; the answer goes to standard error. */
  | { kind: 'printed'; json: Readonly<Record<string, unknown>>; text: string }
  /** `reason`: what was wrong with the person's request. `known` is printed beside it with --json. */
  | { kind: 'failed'; reason: string; known: Readonly<Record<string, unknown>> };

export const done = (json: Readonly<Record<string, unknown>>, text: string): AdminAnswer => ({
  kind: 'done',
  json,
  text,
});

export const failed = (
  reason: string,
  known: Readonly<Record<string, unknown>> = {},
): Extract<AdminAnswer, { kind: 'failed' }> => ({
  kind: 'failed',
  reason,
  known,
});
