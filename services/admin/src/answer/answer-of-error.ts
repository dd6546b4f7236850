// What was thrown while a command worked or read its settings, as its answer.

import { errorCodeOf, SettingsError } from '@kurz/process';
import { failed } from './admin-answer';

/** With the code that Node or PostgreSQL gave the error, where there is one. */
export function answerOfError(error: unknown): ReturnType<typeof failed> {
  if (error instanceof SettingsError) return failed(error.message, { faults: error.faults });
  return failed(error instanceof Error ? error.message : String(error), { code: errorCodeOf(error) });
}
