import { changesText } from './changes-text';

const words = { yes: 'ja', no: 'nein' };

test('old and new values stand side by side, in the words of the reader', () => {
  expect(
    changesText({ isEnabled: { old: true, new: false }, title: { old: '', new: 'Spring' } }, words),
  ).toBe('isEnabled: ja → nein; title: – → Spring');
});

test('lists are lists, nothing is a dash, and ids of other things are left out', () => {
  expect(
    changesText({ scopes: { new: ['a', 'b'] }, networks: { new: [] }, userId: { new: 'usr_1' } }, words),
  ).toBe('scopes: a, b; networks: –');
});
