// The JSON that a failing command prints on standard output with --json. The failure may come from the command, the
// parser of its arguments or the settings.

/** One line. `message` is the text on standard error. */
export const failureJson = (message: string, known: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ error: { message, ...known } });
