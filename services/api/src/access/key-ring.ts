// The keys of one purpose, newest first: the first makes, each of them recognises. There is a second one while the secret
// that they are derived from is rotated.

export type KeyRing = readonly [Buffer, ...Buffer[]];
