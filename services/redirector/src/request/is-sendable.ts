// Whether a location or a parameter is valid in a header.

/** Node refuses to send a header with one of these. */
const UNSENDABLE = /[^\x21-\x7e]/;

/**
 * Searches for one bad character: a pattern of the whole text remembers each character when V8 does not optimise it,
 * and millions are too many.
 */
export const isSendable = (text: string): boolean => text !== '' && !UNSENDABLE.test(text);
