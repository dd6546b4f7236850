// The watermark of the redirectors: up to which time each has shipped its answered visits, by its journal's last
// heartbeat. No day is final before that: a redirector that was cut off ships visits of that day when it is back.
//
// A journal is awaited, also when its redirector is silent; at rest, shipped to its end and closed; or given up, silent
// for so long that its redirector is taken to be gone with its disk.

import type { JournalHeartbeat, ShippedJournal } from '@kurz/click-stream';
import type { Clock, Log } from '@kurz/process';

type Deps = {
  heartbeats: () => Promise<ReadonlyMap<string, ShippedJournal>>;
  clock: Clock;
  log: Log;
  /** Called with how many journals hold back days that could be final. */
  onHeldBack: (journals: number) => void;
};

type Settings = {
  /** The least age of the watermark, ms, whatever the journals say: for redirectors that are not yet known in Kafka. */
  finalAfterMs: number;
  /** Silence after which a journal is no longer awaited, ms. */
  goneAfterMs: number;
};

/** Idle journals send a heartbeat every minute; a journal that is this far behind is worth a log line. */
const QUITE_BEHIND_MS = 180_000;

/** `until`: the watermark, ms. `journals`: the journals from which it was made. */
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
    // before the journals are asked, because visits that are answered meanwhile are later
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
