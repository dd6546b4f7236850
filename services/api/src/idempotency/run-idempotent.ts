// Idempotency: a request with an Idempotency-Key takes effect once. Its work runs in a transaction that also stores the
// answer, and a repetition gets that answer. A crash leaves both or neither, and nothing to clean up.
//
// States of a key:
// unused, until its answer is stored
// in use, while a request with it waits in this process or holds its lock, which ends with the transaction
// answered, for a day

import type { Db } from '@kurz/database';
import { preferredLanguageOf } from '@kurz/process';
import type { Actor } from '../access/actor';
import { makeFairSemaphore } from '@kurz/resilience';
import { semaphoreKeysOf } from '../admission/semaphore-keys-of';
import { isStoreSilent } from '../errors/is-store-away';
import { refuse, type Refusal } from '../errors/refusal';
import { answerOfRefusal } from '../http/answer-of-refusal';
import { answer, type Answer, type ApiRequest } from '../http/route';
import type { PendingChange } from '../outbox/pending-changes';
import { requestHashOf } from './request-hash-of';
import { findAnswer, lockKeyOfRequest, storeAnswer, type StoredAnswer } from './stored-answers';

/** Any text that a client makes up: a UUID, or that UUID between quotes as the IETF's draft writes it. */
const KEY = /^[!-~]{1,255}$/;

/** `key` is undefined when the request has none. */
function idempotencyKeyOf(
  header: string | string[] | undefined,
): { kind: 'named'; key: string | undefined } | Refusal {
  if (header === undefined) return { kind: 'named', key: undefined };
  if (typeof header === 'string' && KEY.test(header)) return { kind: 'named', key: header };
  return refuse('VALIDATION_FAILED', { field: 'Idempotency-Key', reason: 'not_a_key' });
}

/** `changes`: to be published to the link cache after the commit. */
export type Worked = { outcome: Answer | Refusal; changes: PendingChange[] };
export type IdempotentWork = {
  work: (transaction: Db) => Promise<Worked>;
  /**
   * The changes of a stored answer that are not published, by its body: the API that stored it may have ended before it
   * published them.
   */
  findPending: (transaction: Db, body: unknown) => Promise<PendingChange[]>;
};
export type RunIdempotent = (request: ApiRequest, endpoint: string, work: IdempotentWork) => Promise<Worked>;

const RUNNING_RETRY_SECONDS = '1';

/**
 * Creations of a workspace are serialized at its allowance, so more than one at a time would hold connections and gain
 * nothing. Half of the default ten connections are left to reads. A person with several workspaces runs two, which
 * leaves permits to others.
 */
const CREATIONS = {
  permits: 5,
  permitsPerKey: 1,
  permitsPerPerson: 2,
  queueLength: 5_000,
  queueLengthPerKey: 2_000,
  maxWaitMs: 10_000,
  // otherwise each would wait for a silent database by itself, one after the other
  isShared: isStoreSilent,
};

const inUse = () => refuse('IDEMPOTENCY_KEY_IN_USE', {}, { 'Retry-After': RUNNING_RETRY_SECONDS });

const withoutChanges = (outcome: Answer | Refusal): Worked => ({ outcome, changes: [] });

function replayOf({ status, headers, body }: StoredAnswer): Answer {
  return answer(status, body, { ...headers, 'Idempotent-Replayed': 'true' });
}

/** An error that is thrown, and so answered with 5xx, is not stored: the same key may be tried again. */
export function makeRunIdempotent({ db }: { db: Db }, { secret }: { secret: string }): RunIdempotent {
  const runCreation = makeFairSemaphore(CREATIONS);
  const inFlight = new Set<string>();
  const transactFor = <T>(actor: Actor, work: (transaction: Db) => Promise<T>) =>
    runCreation(semaphoreKeysOf(actor), () => db.transaction().execute(work));

  return async (request, endpoint, { work, findPending }) => {
    const { actor, headers, body } = request;
    const named = idempotencyKeyOf(headers['idempotency-key']);
    if (named.kind === 'refused') return withoutChanges(named);
    const workspaceId = actor.workspace.id;
    if (named.key === undefined) return transactFor(actor, work);
    const of = { callerId: actor.tokenId, workspaceId, key: named.key };
    const inFlightKey = JSON.stringify([of.callerId, workspaceId, named.key]);
    // a repetition would wait behind the request that it repeats, and be answered too late
    if (inFlight.has(inFlightKey)) return withoutChanges(inUse());
    inFlight.add(inFlightKey);
    const requestHash = requestHashOf(endpoint, body, secret);
    return transactFor(actor, async (transaction) => {
      if (!(await lockKeyOfRequest(transaction, of))) return withoutChanges(inUse());
      const stored = await findAnswer(transaction, of);
      if (stored) {
        const isSame = stored.requestHash.equals(requestHash);
        if (!isSame) return withoutChanges(refuse('IDEMPOTENCY_KEY_REUSED'));
        return { outcome: replayOf(stored), changes: await findPending(transaction, stored.body) };
      }
      const worked = await work(transaction);
      const { outcome } = worked;
      const language = preferredLanguageOf(headers['accept-language']);
      const given = outcome.kind === 'refused' ? answerOfRefusal(outcome, language) : outcome;
      await storeAnswer(transaction, of, {
        requestHash,
        status: given.status,
        headers: given.headers ?? {},
        body: given.body,
      });
      return worked;
    }).finally(() => inFlight.delete(inFlightKey));
  };
}
