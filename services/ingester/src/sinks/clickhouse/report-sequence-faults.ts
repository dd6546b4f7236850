// Reports gaps and repeats in the journals of the stream: a visit is missing, or came twice.

import type { ChunkRange } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { StreamMetrics } from '../../metrics/stream-metrics';
import type { SequenceCheck } from '../../intent/sequence-check';

/** Checks the ranges of a written batch; what is returned is called when the batch is committed. */
type Deps = { partition: number; sequence: SequenceCheck; log: Log; metrics: StreamMetrics };

export function reportSequenceFaults({ partition, sequence, log, metrics }: Deps) {
  return (ranges: readonly ChunkRange[]): (() => void) => {
    const faults = sequence.pass(ranges);
    return () => {
      for (const { kind, range, seen } of faults) {
        metrics.sequenceFault(kind, partition);
        log.error({
          event: kind === 'gap' ? 'stream_gap' : 'stream_repeat',
          partition,
          journal: range.journal,
          first: range.first,
          last: range.last,
          after: range.after,
          seen,
          runbook: 'The click stream has a gap or a repeat',
        });
      }
    };
  };
}
