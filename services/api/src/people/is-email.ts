// Whether a text can be an e-mail address. Only a message that arrives proves one; this check catches slips, and text
// that a mail server would take for more than one address.

/** RFC 5321: 254 characters at most; local networks have hosts without a dot. */
const EMAIL = /^[^\s@\p{Cc}<>()[\],;:\\"]{1,64}@[^\s@\p{Cc}<>()[\],;:\\"]{1,189}$/u;

/**
 * Whether all letters beyond ASCII are lower case. PostgreSQL and mail servers lower other capitals differently: one
 * spelling could be an account's address in the one and somebody else's mailbox in the other.
 */
const isFoldedAlike = (text: string) => {
  const beyondAscii = text.replace(/\p{ASCII}/gu, '');
  return beyondAscii === beyondAscii.toLowerCase();
};

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && isFoldedAlike(text);
}
