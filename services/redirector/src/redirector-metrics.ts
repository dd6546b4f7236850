// The redirector's numbers. Labels are closed lists: no slug, host or address ever becomes one.

import type { Metrics } from '@kurz/process';
import type { AnswerReason } from './handle-request';
import type { NearCache } from './resolve/near-cache';
import type { ResolvedFrom } from './resolve/resolve-link';

export type RedirectorMetrics = {
  onAnswered: (reason: AnswerReason) => void;
  onResolved: (from: ResolvedFrom) => void;
};

/** A counter's child is looked up once for each label: by label it would cost every redirect half a microsecond. */
function byLabel<T>(childOf: (label: string) => T): (label: string) => T {
  const children = new Map<string, T>();
  return (label) => {
    const known = children.get(label);
    if (known) return known;
    const child = childOf(label);
    children.set(label, child);
    return child;
  };
}

export function makeRedirectorMetrics(metrics: Metrics, near: NearCache): RedirectorMetrics {
  const answers = metrics.counter('redirector_answers', 'Answered requests by how they ended.', ['kind']);
  const lookups = metrics.counter('redirector_lookups', 'Links resolved, by who knew them.', ['from']);
  metrics.gauge('redirector_near_cache_bytes', 'Memory held by the near cache.', [], (gauge) =>
    gauge.set(near.bytes()),
  );
  const answersOf = byLabel((kind) => answers.labels(kind));
  const lookupsOf = byLabel((from) => lookups.labels(from));
  return {
    onAnswered: (kind) => answersOf(kind).inc(),
    onResolved: (from) => lookupsOf(from).inc(),
  };
}
