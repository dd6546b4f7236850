// The answer for an error that a command threw while it worked or read its settings.

import { errorCodeOf, SettingsError } from '@kurz/process';
import { failed } from './admin-answer';

/** The answer includes the error code of Node or PostgreSQL, if any. */
export function answerOfError(error: unknown): ReturnType<typeof failed> {
  if (error instanceof SettingsError) return failed(error.message, { faults: error.faults });
  return failed(error instanceof Error ? error.message : String(error), { code: errorCodeOf(error) });
}
