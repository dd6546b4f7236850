// The watermark of the redirectors: up to which time each has shipped what it answered, as its journal's shipper last
// said in Kafka. No day is final before that: a redirector that was cut off ships visits of that day when it is back.
//
// A journal is awaited, also when its redirector is silent; at rest, shipped to its end and closed; or given up, silent
// for so long that its redirector is taken to be gone with its disk.

import type { JournalHeartbeat, ShippedJournal } from '@kurz/click-stream';
import type { Clock, Log } from '@kurz/process';

type Deps = {
  heartbeats: () => Promise<ReadonlyMap<string, ShippedJournal>>;
  clock: Clock;
  log: Log;
  /** How many journals hold back what could be final. */
  onHeldBack: (journals: number) => void;
};

type Settings = {
  /** How long ago a time must be, whatever the journals say, ms: for redirectors that Kafka has never heard of. */
  finalAfterMs: number;
  /** Silence after which nothing is awaited of a journal, ms. */
  goneAfterMs: number;
};

/** Idle journals speak every minute; one that is so much behind is worth a line. */
const QUITE_BEHIND_MS = 180_000;

/** `until`: the watermark, ms. `journals`: what it was made of. */
export type ShippedWatermark = { until: number; journals: ReadonlyMap<string, ShippedJournal> };

export function makeShippedWatermark(
  { heartbeats, clock, log, onHeldBack }: Deps,
  { finalAfterMs, goneAfterMs }: Settings,
): () => Promise<ShippedWatermark> {
  let held = new Set<string>();
  let givenUp = new Set<string>();
  const behindMs = Math.max(finalAfterMs, QUITE_BEHIND_MS);

  const reportHeld = (journal: string, { until, at }: JournalHeartbeat) => {
    if (held.has(journal)) return;
    const last = { shippedUntil: new Date(until).toISOString(), heardAt: new Date(at).toISOString() };
    log.warn({ event: 'final_waits', journal, ...last, runbook: 'A journal holds up final counts' });
  };
  const reportGivenUp = (journal: string, { at }: JournalHeartbeat) => {
    if (givenUp.has(journal)) return;
    const heardAt = new Date(at).toISOString();
    log.error({ event: 'journal_given_up', journal, heardAt, runbook: 'A journal holds up final counts' });
  };

  return async () => {
    // before the journals are asked: what is answered meanwhile is later
    const now = clock.now();
    let until = now - finalAfterMs;
    const [holding, gone] = [new Set<string>(), new Set<string>()];
    const journals = await heartbeats();
    for (const [journal, heartbeat] of journals) {
      if (heartbeat.isAtRest) continue;
      if (now - heartbeat.at > goneAfterMs) {
        reportGivenUp(journal, heartbeat);
        gone.add(journal);
        continue;
      }
      until = Math.min(until, heartbeat.until);
      if (heartbeat.until >= now - behindMs) continue;
      reportHeld(journal, heartbeat);
      holding.add(journal);
    }
    [held, givenUp] = [holding, gone];
    onHeldBack(held.size);
    return { until, journals };
  };
}
