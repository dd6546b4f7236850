// Makes a request with an Idempotency-Key take effect once: the POST routes hand in the work, which runs in a
// transaction that also stores its answer, and a repetition gets that answer. A crash therefore leaves both or neither,
// and nothing that would have to be cleaned up.
//
// A key is unused until its answer is stored; running while somebody holds its lock, which ends with the transaction,
// that of a killed process too; and answered for a day after that.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';
import { languageOf } from '../errors/language-of';
import { refuse, type Refusal } from '../errors/refusal';
import { answerOfRefusal } from '../server/answer-of-refusal';
import { makeTurns } from '../server/make-turns';
import { answer, type Answer, type ApiRequest } from '../server/route';
import { findAnswer, type StoredAnswer } from './find-answer';
import { idempotencyKeyOf } from './idempotency-key-of';
import { lockKeyOfRequest } from './lock-key-of-request';
import { requestHashOf } from './request-hash-of';
import { storeAnswer } from './store-answer';

/** `keys`: what the link directory has to be told once the transaction is committed. */
export type Worked = { outcome: Answer | Refusal; keys: DirectoryKey[] };
export type AnswerOnce = (
  request: ApiRequest,
  endpoint: string,
  work: (transaction: Db) => Promise<Worked>,
) => Promise<Worked>;

const RUNNING_RETRY_SECONDS = '1';

/**
 * Creations of a workspace wait for each other at its allowance. Half of the usual ten connections are left to those
 * who only read.
 */
const TURNS = { atOnce: 5, longestWaitMs: 10_000 };

const withoutKeys = (outcome: Answer | Refusal): Worked => ({ outcome, keys: [] });

function replayOf({ status, headers, body }: StoredAnswer): Answer {
  return answer(status, body, { ...headers, 'Idempotent-Replayed': 'true' });
}

/** What is thrown, and so answered with 5xx, is not stored: the same key may be tried again. */
export function makeAnswerOnce({ db }: { db: Db }): AnswerOnce {
  const takeTurn = makeTurns(TURNS);
  const transact = <T>(work: (transaction: Db) => Promise<T>) =>
    takeTurn(() => db.transaction().execute(work));

  return async (request, endpoint, work) => {
    const { actor, headers, body } = request;
    const named = idempotencyKeyOf(headers['idempotency-key']);
    if (named.kind === 'refused') return withoutKeys(named);
    if (named.key === undefined) return transact(work);
    const of = { callerId: actor.tokenId, workspaceId: actor.workspace.id, key: named.key };
    const requestHash = requestHashOf(endpoint, body);
    return transact(async (transaction) => {
      if (!(await lockKeyOfRequest(transaction, of))) {
        const later = { 'Retry-After': RUNNING_RETRY_SECONDS };
        return withoutKeys(refuse('IDEMPOTENCY_KEY_IN_USE', {}, later));
      }
      const stored = await findAnswer(transaction, of);
      if (stored) {
        const isSame = stored.requestHash.equals(requestHash);
        return withoutKeys(isSame ? replayOf(stored) : refuse('IDEMPOTENCY_KEY_REUSED'));
      }
      const worked = await work(transaction);
      const { outcome } = worked;
      const language = languageOf(headers['accept-language']);
      const given = outcome.kind === 'refused' ? answerOfRefusal(outcome, language) : outcome;
      await storeAnswer(transaction, of, {
        requestHash,
        status: given.status,
        headers: given.headers ?? {},
        body: given.body,
      });
      return worked;
    });
  };
}
