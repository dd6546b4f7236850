import { makeExportTurns } from './export-turns';

test('one export of a person at once, and so many of all', () => {
  const turns = makeExportTurns(2);
  const ada = turns.take('ada');
  expect(turns.take('ada')).toBeUndefined();
  expect(turns.take('bob')).toBeDefined();
  expect(turns.take('eve')).toBeUndefined();
  ada?.();
  expect(turns.take('eve')).toBeDefined();
});
