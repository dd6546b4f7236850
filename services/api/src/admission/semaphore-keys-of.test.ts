import { semaphoreKeysOf } from './semaphore-keys-of';

const workspace = {
  id: 'ws_1',
  plan: 'pro' as const,
  billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
  defaultZoneId: null,
  isInTransfer: false,
};

test.each([
  ['a user token: its person, not the owner', { userId: 'usr_1', ownerId: 'usr_2' }, 'usr_1'],
  ['a workspace token: the owner', { userId: null, ownerId: 'usr_2' }, 'usr_2'],
  ['a session: its person', { userId: 'usr_1' }, 'usr_1'],
  ['a token of a workspace that lost its owner: nobody', { userId: null, ownerId: null }, null],
])('beside the workspace %s', (_, who, person) => {
  expect(semaphoreKeysOf({ workspace, ...who })).toEqual(['ws_1', person]);
});
