// Opens the journal of one worker, an orphan of its slot or a new one, and ships it to Kafka. The shipping threads of
// other workers drain and remove the remaining orphaned journals.

import { claimJournal, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import type { Closing, Log, Metrics } from '@kurz/process';
import type { ProcessSettings } from '../settings/process-settings';
import { shutdownDeadlinesOf } from '../settings/shutdown-deadlines-of';
import { startShippingThread } from '../ship/start-shipping-thread';

const MIB = 1024 ** 2;
const SEGMENT_BYTES = 64 * MIB;

export async function openWorkerJournal(
  { log, metrics, closing }: { log: Log; metrics: Metrics; closing: Closing },
  settings: Pick<
    ProcessSettings,
    | 'nodeName'
    | 'journalDirectory'
    | 'journalMaxBytes'
    | 'journalRollMs'
    | 'fsyncMs'
    | 'kafka'
    | 'shipVisitsPerSecond'
    | 'stopMs'
  >,
  slot: number,
): Promise<JournalWriter> {
  const { topic, ...kafka } = settings.kafka;
  const { id, directory, release } = await claimJournal({
    root: settings.journalDirectory,
    node: `${settings.nodeName}-${slot}`,
  });
  closing.add('journal lock', release);
  const journal = await openJournalWriter(
    {
      directory,
      segmentBytes: Math.min(SEGMENT_BYTES, Math.ceil(settings.journalMaxBytes / 4)),
      maxBytes: settings.journalMaxBytes,
      fsyncIntervalMs: settings.fsyncMs,
      rollAfterMs: settings.journalRollMs,
    },
    { log, metrics },
  );
  const shipping = startShippingThread(
    {
      directory,
      root: settings.journalDirectory,
      kafka: { ...kafka, clientId: `kurz-${id}` },
      topic,
      firstPosition: journal.firstPosition,
      visitsPerSecond: settings.shipVisitsPerSecond,
    },
    { log, metrics, passed: journal.dropBefore },
  );
  // closed after the journal, whose last visits it ships
  const { flushMs } = shutdownDeadlinesOf(settings.stopMs);
  closing.add('shipping', () => shipping.close(flushMs));
  closing.add('journal', journal.close);
  return journal;
}
