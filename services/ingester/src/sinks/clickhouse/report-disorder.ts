// Raises the alarm where the journals of the stream do not join: a visit is missing, or came twice.

import type { ChunkPlace } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { StreamMetrics } from '../../metrics/stream-metrics';
import type { JournalOrder } from '../../intent/journal-order';

/** Checks the places of a written batch; what is returned is called when the batch is committed. */
type Deps = { partition: number; order: JournalOrder; log: Log; metrics: StreamMetrics };

export function reportDisorder({ partition, order, log, metrics }: Deps) {
  return (places: readonly ChunkPlace[]): (() => void) => {
    const disorders = order.pass(places);
    return () => {
      for (const { kind, place, seen } of disorders) {
        metrics.disorder(kind, partition);
        log.error({
          event: kind === 'gap' ? 'stream_gap' : 'stream_repeat',
          partition,
          journal: place.journal,
          first: place.first,
          last: place.last,
          after: place.after,
          seen,
          runbook: 'The click stream has a gap or a repeat',
        });
      }
    };
  };
}
