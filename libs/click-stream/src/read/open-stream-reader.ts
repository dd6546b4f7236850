// Reads the topic as a member of a consumer group, for as long as it is open. After an outage of Kafka it comes back by
// itself, with a new consumer. Each owned partition gets a session.

import { type Log } from '@kurz/process';
import { retry, waitAtMost } from '@kurz/resilience';
import { isPlatformatic, type StreamClient } from '../client/stream-client';
import { joinByPlatformatic } from './join-by-platformatic';
import { joinGroup, type GroupMember, type GroupSettings } from './join-group';
import type { StreamOffsets } from './open-stream-offsets';
import type { StreamSession } from './stream-session';

export type StreamReader = {
  /** The partitions that this member owns; undefined while it is in no group. */
  partitions: () => readonly number[] | undefined;
  /** Loses every session and leaves the group, so that a successor gets the partitions at once; within 1.5 s. */
  close: () => Promise<void>;
};

type Deps = {
  kafka: StreamClient;
  offsets: StreamOffsets;
  log: Log;
  onSession: (session: StreamSession) => void;
};

const LEAVE_MS = 1_500;
/** The next consumer starts when the ended one has left the group, or after this time. */
const GONE_MS = 30_000;
const RETRY = { minMs: 200, maxMs: 5_000 };

/** Never rejects. */
const left = (member: GroupMember) => member.leave().catch(() => undefined);

/** The right that this user lacks, by Kafka's refusal; undefined for any other error. */
function missingRight(error: unknown, { topic, groupId }: GroupSettings) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const type = 'type' in cause ? cause.type : undefined;
    if (type === 'TOPIC_AUTHORIZATION_FAILED') return { isOfTopic: true, name: `READ of the topic ${topic}` };
    if (type === 'GROUP_AUTHORIZATION_FAILED')
      return { isOfTopic: false, name: `READ of the group ${groupId}` };
  }
  return undefined;
}

export function openStreamReader(deps: Deps, settings: GroupSettings): StreamReader {
  const { kafka, offsets, log, onSession } = deps;
  const { groupId } = settings;
  const closing = new AbortController();
  let partitions: readonly number[] | undefined;
  let member: GroupMember | undefined;
  let isAway = false;
  /** Kafka refuses reads of the topic. Joining needs no such right, so this member is back only when it has read. */
  let isRefused = false;

  const range = async (partition: number) => {
    const found = (await offsets.ranges()).get(partition);
    if (!found) throw new Error(`the topic has no partition ${partition}`);
    return found;
  };
  const back = () => {
    isRefused = false;
    isAway = false;
    log.info({ event: 'stream_joined', groupId, partitions });
  };
  const onJoined = (given: readonly number[]) => {
    partitions = given;
    // a member beyond the number of partitions reads nothing
    if (!isRefused || given.length === 0) back();
  };
  const onRead = () => {
    if (isRefused) back();
  };
  const liveOnce = async () => {
    if (closing.signal.aborted) return;
    const mine = isPlatformatic(kafka)
      ? joinByPlatformatic({ kafka, range, onSession, onJoined, onRead }, settings)
      : joinGroup({ kafka, range, onSession, onJoined, onRead }, settings);
    member = mine;
    try {
      await mine.ended;
    } finally {
      partitions = undefined;
      await waitAtMost(GONE_MS, left(mine));
    }
  };
  const onRetry = (error: unknown) => {
    const right = missingRight(error, settings);
    isRefused = right?.isOfTopic ?? isRefused;
    if (isAway || closing.signal.aborted) return;
    isAway = true;
    const reason = right ? `this user lacks the right ${right.name}: ${String(error)}` : String(error);
    log.warn({ event: 'stream_away', groupId, reason, runbook: 'Kafka is away' });
  };
  const live = retry(liveOnce, { ...RETRY, signal: closing.signal, onRetry }).catch(() => undefined);

  return {
    partitions: () => (isRefused ? undefined : partitions),
    close: async () => {
      closing.abort();
      if (member) await waitAtMost(LEAVE_MS, left(member));
      void live;
    },
  };
}
