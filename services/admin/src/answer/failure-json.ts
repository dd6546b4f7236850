// What stands on standard output when a command fails with --json, whoever found the failure: the command, the reader of
// its words or that of the settings.

/** One line. `message` is the text of standard error. */
export const failureJson = (message: string, known: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ error: { message, ...known } });
