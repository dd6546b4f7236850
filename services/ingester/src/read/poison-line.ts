// A line that is no visit: set aside with its reason, so that it stops nothing.

import type { MalformedReason } from '@kurz/click-event';

/** `bad_message`: a whole message without lines or place. */
export type PoisonReason = MalformedReason | 'bad_message';
export type PoisonLine = { line: string; reason: PoisonReason };
