// How an admin command ends, as a value; the runner prints it and sets the exit code.

export type AdminAnswer =
  /** `json` is printed with --json, `text` without. */
  | { kind: 'done'; json: Readonly<Record<string, unknown>>; text: string }
  /** A whole answer like `done`, that says that something is wrong: the exit code is 1. */
  | { kind: 'unhealthy'; json: Readonly<Record<string, unknown>>; text: string }
  /** Standard output carries what was asked for already; the answer goes to standard error. */
  | { kind: 'printed'; json: Readonly<Record<string, unknown>>; text: string }
  /** What was wrong with what the person asked for; `known` is printed beside it with --json. */
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
