import { makeOutageLog } from './outage-log';

test('An outage is logged once when it begins and once when it is over, however many attempts fail', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: object) => void lines.push({ ...line });
  const outageLog = makeOutageLog({ debug: write, info: write, warn: write, error: write });
  outageLog.recovered();
  expect(lines).toEqual([]);
  outageLog.failed(new Error('connection refused'));
  outageLog.failed(new Error('connection refused'), 3);
  outageLog.recovered();
  outageLog.recovered();
  expect(lines).toMatchObject([
    { event: 'link_changes_not_published', reason: 'connection refused', runbook: 'Link changes wait' },
    { event: 'link_changes_publish_again' },
  ]);
  expect(lines[0]?.['waiting']).toBeUndefined();
  outageLog.failed(new Error('connection refused'), 3);
  expect(lines[2]).toMatchObject({ event: 'link_changes_not_published', waiting: 3 });
});
