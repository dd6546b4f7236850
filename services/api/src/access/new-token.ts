// The parts of a new token: its id, the secret to show once, and what is stored of the secret.

import { makeId } from '@kurz/process';
import { hashTokenSecret, makeTokenSecret, type TokenKind } from './token-secret';

export type NewToken = { tokenId: string; secret: string; secretHash: Buffer; lastFour: string };

export function newToken(kind: TokenKind, pepper: string): NewToken {
  const secret = makeTokenSecret(kind);
  const secretHash = hashTokenSecret(secret, pepper);
  return { tokenId: makeId('tok'), secret, secretHash, lastFour: secret.slice(-4) };
}
