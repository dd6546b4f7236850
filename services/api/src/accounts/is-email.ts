// Whether a text can be an e-mail address. Only a message that arrives proves one; this keeps out slips.

/** RFC 5321: 254 characters at most; local networks have hosts without a dot. */
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}
