// A line that is no visit: set aside with its reason, so that it stops nothing.

import { MALFORMED_REASONS } from '@kurz/click-event';

/** `bad_message`: a whole message without lines or place. */
export const POISON_REASONS = [...MALFORMED_REASONS, 'bad_message'] as const;
export type PoisonReason = (typeof POISON_REASONS)[number];
export type PoisonLine = { line: string; reason: PoisonReason };
