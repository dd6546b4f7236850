// How an admin command ends, as a value; the runner prints it and sets the exit code.

export type AdminAnswer =
  /** `json` is printed with --json, `text` without. */
  | { kind: 'done'; json: Readonly<Record<string, unknown>>; text: string }
  /** What was wrong with what the person asked for. */
  | { kind: 'failed'; reason: string };

export const done = (json: Readonly<Record<string, unknown>>, text: string): AdminAnswer => ({
  kind: 'done',
  json,
  text,
});

export const failed = (reason: string): AdminAnswer => ({ kind: 'failed', reason });
