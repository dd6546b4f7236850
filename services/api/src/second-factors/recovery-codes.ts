// Ten codes that replace a second factor, each once. Only hashes are stored: 80 random bits cannot be guessed, and no
// key of the server has to be known for them.

import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '@kurz/database';
import { base32Of } from './totp';

export const RECOVERY_CODES = 10;
const CODE_BYTES = 10;

const hashOf = (userId: string, code: string) => createHash('sha256').update(`${userId} ${code}`).digest();

/** As people type it: capitals, spaces and hyphens do not count. */
const plainOf = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

const makeCode = () => (base32Of(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-');

/** Within a transaction that holds the person's lock. Replaces earlier codes. The new ones are shown once. */
export async function replaceRecoveryCodes(transaction: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, plainOf(code)) })))
    .execute();
  return codes;
}

/** Uses a code up. Of several concurrent requests only one gets true. */
export async function useRecoveryCode(transaction: Db, userId: string, code: string): Promise<boolean> {
  const plain = plainOf(code.slice(0, 100));
  if (!/^[a-z2-7]{16}$/.test(plain)) return false;
  const used = await transaction
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, plain))
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
