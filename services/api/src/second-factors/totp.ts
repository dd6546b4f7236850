// Time-based one-time passwords (RFC 6238 over RFC 4226): SHA-1, 30 seconds, 6 digits, which every authenticator knows.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20;
/** Clocks differ, and typing takes time: the code before and the one after count as well. */
const WINDOW = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const makeTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 §6, without padding. */
export function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export const stepAt = (now: number): number => Math.floor(now / 1_000 / STEP_SECONDS);

/** The code of a step; `digits`: default 6. */
export function totpOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step near `now`, later than `lastStep`, whose code this is. */
export function findStep(
  secret: Buffer,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const present = stepAt(now);
  for (let step = present - WINDOW; step <= present + WINDOW; step++) {
    const isRight = timingSafeEqual(Buffer.from(totpOf(secret, step)), Buffer.from(code));
    if (isRight && step > lastStep) return step;
  }
  return undefined;
}

/** The URI that an authenticator reads from a QR code. `site`: the host under which the person knows the service. */
export function totpUriOf(secret: Buffer, { email, site }: { email: string; site: string }): string {
  // a colon separates the issuer from the account, so neither may hold one
  const issuer = encodeURIComponent(`Kurz ${site.replaceAll(':', ' ')}`);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${base32Of(secret)}&issuer=${issuer}`;
}
