// The bytes of an answer's body: JSON, or the content that the route provides.

import type { Answer, Content } from './route';

/** Undefined when the answer has no body. */
export function contentOf({ body, content }: Answer): Content | undefined {
  if (content || body === undefined) return content;
  return { type: 'application/json; charset=utf-8', pieces: [Buffer.from(JSON.stringify(body))] };
}

export const lengthOf = ({ pieces }: Content): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
