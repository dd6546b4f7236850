// How long an answer can be asked for again.

export const KEPT_HOURS = 24;
