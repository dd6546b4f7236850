// Compares the click stream, as Kafka's own Java consumer reads it, with the answered visits. That consumer shares no
// code with the product's. Each call returns the changes since the last call.

import { readTopic, type TopicMessage } from '@kurz/backends';
import { decodeVisit } from '@kurz/click-event';
import type { ProductionLoad } from './production-load';
import type { Production } from './start-production';
import { TOPIC } from './start-production';

export type TopicCount = {
  /** Committed chunks. */
  chunks: number;
  aborted: number;
  /** Committed chunks of a journal that begin where another one begins. */
  repeated: number;
  /** Visits that were answered and are in no committed chunk. */
  lost: number;
  /** Visits in committed chunks beyond those that were answered or may have been. */
  doubled: number;
};

type Deps = {
  production: Pick<Production, 'kafka' | 'counted'>;
  load: Pick<ProductionLoad, 'ledger' | 'slugs'>;
};

function requestsByLink(chunks: readonly TopicMessage[]): Map<string, number> {
  const requests = new Map<string, number>();
  for (const { value } of chunks)
    for (const line of value.toString('latin1').split('\n')) {
      const decoded = decodeVisit(line);
      if (decoded.kind !== 'visit') throw new Error(`no visit: ${line}`);
      const { linkId } = decoded.visit;
      requests.set(linkId, (requests.get(linkId) ?? 0) + 1);
    }
  return requests;
}

export function makeTopicCounter({ production, load }: Deps): () => Promise<TopicCount> {
  const { kafka, counted } = production;
  const { ledger, slugs } = load;
  let reported: TopicCount = { chunks: 0, aborted: 0, repeated: 0, lost: 0, doubled: 0 };

  const countAll = async (): Promise<TopicCount> => {
    const { committed, aborted } = await readTopic(kafka.directBrokers[0] ?? '', TOPIC);
    const begins = new Set(committed.map(({ journal, first }) => `${journal} ${first}`));
    const requests = requestsByLink(committed);
    let [lost, doubled] = [0, 0];
    for (const slug of slugs) {
      const found = requests.get(await counted.linkId(slug)) ?? 0;
      const answered = ledger.answeredOf(slug);
      lost += Math.max(0, answered - found);
      doubled += Math.max(0, found - answered - ledger.unknownOf(slug));
    }
    const repeated = committed.length - begins.size;
    return { chunks: committed.length, aborted: aborted.length, repeated, lost, doubled };
  };

  return async () => {
    const all = await countAll();
    const fresh = {
      chunks: all.chunks - reported.chunks,
      aborted: all.aborted - reported.aborted,
      repeated: all.repeated - reported.repeated,
      lost: all.lost - reported.lost,
      doubled: all.doubled - reported.doubled,
    };
    reported = all;
    return fresh;
  };
}
