// Judges a destination as create and edit receive it: what the link keeps, or why it is refused.

/** Contract §8; holds for the text as sent and for its ASCII serialisation, where CJK grows ninefold. */
export const MAX_DESTINATION_CHARACTERS = 32_767;

export type DestinationFault = 'malformed' | 'scheme' | 'credentials' | 'characters' | 'too_long';

export type Destination = {
  kind: 'destination';
  /** As sent, without the white space around it. */
  url: string;
  /** The parser's ASCII serialisation, ready for a Location header. */
  location: string;
};

export type DestinationOutcome = Destination | { kind: 'refused'; fault: DestinationFault };

// Controls: the parser would drop tabs and line feeds and strip others at the ends, so that the text kept would not be
// the text judged. Lone surrogates: no UTF-8 has them.
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

const refused = (fault: DestinationFault): DestinationOutcome => ({ kind: 'refused', fault });

/** Not URL.canParse: once V8 has optimised it, Node 20's says of every text with Latin-1 letters that it cannot. */
function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Schemes are judged after parsing: `JaVaScRiPt:` and its disguises parse to `javascript:`. */
export function destinationOf(sent: string): DestinationOutcome {
  const url = sent.trim();
  // UTF-16 units are never fewer than characters, so the cheap test comes first
  if (url.length > MAX_DESTINATION_CHARACTERS && [...url].length > MAX_DESTINATION_CHARACTERS) {
    return refused('too_long');
  }
  if (UNUSABLE.test(url)) return refused('characters');
  const parsed = parse(url);
  if (!parsed) return refused('malformed');
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return refused('scheme');
  if (parsed.username !== '' || parsed.password !== '') return refused('credentials');
  if (parsed.href.length > MAX_DESTINATION_CHARACTERS) return refused('too_long');
  return { kind: 'destination', url, location: parsed.href };
}
