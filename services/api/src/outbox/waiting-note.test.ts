import { makeWaitingNote } from './waiting-note';

test('An outage is told once when it begins and once when it is over, however many attempts fail', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: object) => void lines.push({ ...line });
  const note = makeWaitingNote({ debug: write, info: write, warn: write, error: write });
  note.over();
  expect(lines).toEqual([]);
  note.failed(new Error('connection refused'));
  note.failed(new Error('connection refused'), 3);
  note.over();
  note.over();
  expect(lines).toMatchObject([
    { event: 'link_changes_not_applied', reason: 'connection refused', runbook: 'Link changes wait' },
    { event: 'link_changes_apply_again' },
  ]);
  expect(lines[0]?.['waiting']).toBeUndefined();
  note.failed(new Error('connection refused'), 3);
  expect(lines[2]).toMatchObject({ event: 'link_changes_not_applied', waiting: 3 });
});
