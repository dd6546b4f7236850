// The keys of one purpose, newest first. The first key makes new hashes, seals and signatures; every key is tried to
// recognise old ones. There is a second key while the secret behind the keys is rotated.

export type KeyRing = readonly [Buffer, ...Buffer[]];
