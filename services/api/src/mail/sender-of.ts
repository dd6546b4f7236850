// The sender of mails, as KURZ_MAIL_FROM writes it: an address, or a name, also in quotes, with the address in angle
// brackets.

const NAMED = /^(?:"([^"\\\r\n]*)"\s*|([^<>"\r\n]*))<([^<>]+)>$/;

export function senderOf(text: string): { name: string; address: string } {
  const [, quoted, plain = '', address] = NAMED.exec(text) ?? [];
  if (address === undefined) return { name: '', address: text.trim() };
  return { name: (quoted ?? plain).trim(), address: address.trim() };
}
