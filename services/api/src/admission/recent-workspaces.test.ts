import { makeRecentWorkspaces } from './recent-workspaces';

function openRecent() {
  const clock = { now: 0 };
  return { clock, ...makeRecentWorkspaces({ now: () => clock.now }) };
}

test('a workspace is alone until another is served, and again when that was ten seconds ago', () => {
  const { clock, note, isAlone } = openRecent();
  for (let request = 0; request < 3; request++) note('a');
  expect(isAlone('a')).toBe(true);
  note('b');
  note('a');
  expect(isAlone('a')).toBe(false);
  expect(isAlone('b')).toBe(false);
  clock.now = 10_001;
  note('a');
  expect(isAlone('a')).toBe(true);
  expect(isAlone('b')).toBe(false);
});

test('of many workspaces none is alone', () => {
  const { note, isAlone } = openRecent();
  for (const name of ['a', 'b', 'c', 'c', 'c']) note(name);
  for (const name of ['a', 'b', 'c', 'd']) expect(isAlone(name)).toBe(false);
});
