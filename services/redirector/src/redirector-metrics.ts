// The redirector's numbers. Labels are closed lists: no slug, host or address ever becomes one.

import type { Metrics } from '@kurz/process';
import { ANSWER_REASONS, type AnswerReason } from './answer/answer';
import type { NearCache } from './near-cache/near-cache';
import { RESOLVED_FROM, type ResolvedFrom } from './resolve/resolve-link';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export type RedirectorMetrics = {
  onAnswered: (reason: AnswerReason) => void;
  onResolved: (from: ResolvedFrom) => void;
  onQuery: () => void;
  onCut: () => void;
  /** Receives the duration of about one in 64 redirects, seconds. */
  onTimed: (seconds: number) => void;
};

type Tally<L extends string> = {
  count: (label: L) => void;
  bring: (to: (label: L, count: number) => void) => void;
};

/** Counts in plain numbers, copied to the metric at each scrape: the metric's own counter costs 0.2 µs each time. */
function makeTally<L extends string>(): Tally<L> {
  const counts = new Map<L, { count: number }>();
  const begin = (label: L) => {
    const fresh = { count: 0 };
    counts.set(label, fresh);
    return fresh;
  };
  return {
    count: (label) => void (counts.get(label) ?? begin(label)).count++,
    bring: (to) => {
      for (const [label, each] of counts) {
        if (each.count > 0) to(label, each.count);
        each.count = 0;
      }
    },
  };
}

export function makeRedirectorMetrics(metrics: Metrics, near: NearCache): RedirectorMetrics {
  const answered = makeTally<AnswerReason>();
  const resolved = makeTally<ResolvedFrom>();
  // metrics are collected in the order in which they were made: the gauge comes before the counters that it fills
  metrics.gauge('redirector_near_cache_bytes', 'Memory held by the near cache.', [], (gauge) => {
    gauge.set(near.bytes());
    answered.bring((kind, count) => answers.inc({ kind }, count));
    resolved.bring((from, count) => lookups.inc({ from }, count));
  });
  const answers = metrics.counter('redirector_answers', 'Answered requests, by outcome.', ['kind']);
  const lookups = metrics.counter('redirector_lookups', 'Links resolved, by source.', ['from']);
  const queries = metrics.counter('redirector_link_queries', 'PostgreSQL queries for links.');
  const cut = metrics.counter(
    'redirector_connections_cut',
    'Connections closed because they sent requests far ahead of the answers that they read.',
  );
  const seconds = metrics.histogram(
    'redirector_answer',
    'Duration of about one in 64 redirects, from reading the request to handing over the answer',
    BUCKETS,
  );
  // alerts detect a counter's rise, but not its first appearance
  for (const kind of ANSWER_REASONS) answers.inc({ kind }, 0);
  for (const from of RESOLVED_FROM) lookups.inc({ from }, 0);
  return {
    onAnswered: answered.count,
    onResolved: resolved.count,
    onQuery: () => queries.inc(),
    onCut: () => cut.inc(),
    onTimed: (value) => seconds.observe(value),
  };
}
