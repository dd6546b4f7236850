import { makeImportTally } from './import-tally';

test('what is shown of a log obeys no terminal and no reading order, and is short', () => {
  const tally = makeImportTally();
  tally.withoutLink('/a\u001b[2Jb\u009bc\u202ed');
  tally.withoutLink(`/${'x'.repeat(60_000)}`);
  tally.unreadable(0, 'not_in_format', Buffer.from('\u001b]0;title\u0007 é'));
  expect([...tally.pathsWithoutLink]).toEqual(['/a\uFFFD[2Jb\uFFFDc\uFFFDd', `/${'x'.repeat(119)}`]);
  expect(tally.examples).toEqual([{ line: 1, reason: 'not_in_format', text: '\uFFFD]0;title\uFFFD é' }]);
});
