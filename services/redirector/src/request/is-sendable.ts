// Whether a location is valid in a header.

/** Node refuses to send a header with other characters. */
const SENDABLE = /^[\x21-\x7e]+$/;

export const isSendable = (location: string): boolean => SENDABLE.test(location);
