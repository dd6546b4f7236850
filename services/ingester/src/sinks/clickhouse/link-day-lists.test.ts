import { linkDayConditions } from './link-day-lists';

const linkDay = (linkId: string) => ({ workspaceId: 'ws_1', linkId, day: '2026-03-01' });

test('every link day is named, each id once', () => {
  const all = Array.from({ length: 4_500 }, (_, index) => linkDay(`lnk_${index}`));
  const conditions = linkDayConditions(all);
  expect(conditions).toHaveLength(3);
  for (const { linkId } of all) {
    expect(conditions.filter((condition) => condition.includes(`'${linkId}'`))).toHaveLength(1);
  }
  expect(conditions[0]?.split("'ws_1'")).toHaveLength(2);
});

test('nothing else gets into the statement', () => {
  for (const id of ["x') OR (1", "a'b", 'a\\b', 'a b', '']) {
    expect(() => linkDayConditions([linkDay(id)])).toThrow();
  }
});
