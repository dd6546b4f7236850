import { makeMetrics, silentLog } from '@kurz/process';
import { makeJournalReport } from './journal-report';

test('every reason for dropping visits is counted from 0 on, so that the first one is seen', async () => {
  const metrics = makeMetrics();
  makeJournalReport({ log: silentLog, metrics }, () => 0);
  const text = await metrics.text();
  const counted = text.matchAll(/^kurz_journal_dropped_visits_total\{reason="(\w+)"\} 0$/gm);
  expect([...counted].map(([, reason]) => reason)).toEqual([
    'disk_full',
    'write_failed',
    'bad_payload',
    'closed',
  ]);
});
