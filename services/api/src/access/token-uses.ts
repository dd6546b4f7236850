// Writes the day on which a token was last used. A token that was found under the older pepper gets the hash of the
// newest. No request waits for it.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { sql } from 'kysely';
import type { FoundToken } from './find-token';

export type TokenUses = {
  /** `secretHash`: under the newest pepper. Does nothing when day and hash are written already. */
  note: (token: Pick<FoundToken, 'tokenId' | 'isUseKnown' | 'hasOldHash'>, secretHash: Buffer) => void;
  /** Resolves when nothing is being written any more. */
  close: () => Promise<void>;
};

/** A failed write is tried again after the next request with that token. */
export function makeTokenUses({ db, log }: { db: Db; log: Log }): TokenUses {
  const writing = new Map<string, Promise<void>>();

  const write = async (tokenId: string, secretHash: Buffer | undefined) => {
    try {
      await db
        .updateTable('tokens')
        .set({
          last_used_on: sql<string>`(now() AT TIME ZONE 'UTC')::date`,
          ...(secretHash && { secret_hash: secretHash }),
        })
        .where('id', '=', tokenId)
        .execute();
    } catch (error) {
      log.debug({ event: 'token_use_not_written', tokenId, err: error });
    } finally {
      writing.delete(tokenId);
    }
  };

  return {
    note: ({ tokenId, isUseKnown, hasOldHash }, secretHash) => {
      if ((isUseKnown && !hasOldHash) || writing.has(tokenId)) return;
      writing.set(tokenId, write(tokenId, hasOldHash ? secretHash : undefined));
    },
    close: async () => {
      await Promise.all(writing.values());
    },
  };
}
