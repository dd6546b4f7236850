// Whether a location or a parameter is valid in a header.

/** Node refuses to send a header with other characters. */
const SENDABLE = /^[\x21-\x7e]+$/;

export const isSendable = (text: string): boolean => SENDABLE.test(text);
