// The JSON on standard output of a command that fails with --json: from the command, the parser of its arguments or the
// settings.

/** One line. `message` is the text of standard error. */
export const failureJson = (message: string, known: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ error: { message, ...known } });
