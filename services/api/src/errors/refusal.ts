// A refusal is a value: a code of the catalogue with what its text names. `answerOfRefusal` turns it into status and
// body.

import type { ErrorCode } from './catalogue';
import type { Reason } from './reasons';

export type Refusal = {
  kind: 'refused';
  code: ErrorCode;
  /** The values of the text's `{placeholders}`; `reason` is a key of the reasons. */
  params: Readonly<Record<string, string | number>> & { readonly reason?: Reason };
  headers: Readonly<Record<string, string>>;
};

/** Builds a refusal; `headers` go out with it (Retry-After, Allow, WWW-Authenticate). */
export function refuse(
  code: ErrorCode,
  params: Refusal['params'] = {},
  headers: Refusal['headers'] = {},
): Refusal {
  return { kind: 'refused', code, params, headers };
}
