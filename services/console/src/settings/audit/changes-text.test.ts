import { changesText } from './changes-text';

const words = {
  yes: 'ja',
  no: 'nein',
  fields: {
    isEnabled: 'Eingeschaltet',
    title: 'Titel',
    scopes: 'Rechte',
    expiresAt: 'Endet',
    rules: 'Regeln',
    country: 'Land',
    externalId: 'Eigene Kennung',
  },
  values: { 'links:read': 'Links lesen' },
  moment: (timestamp: string) => timestamp.slice(0, 10),
};

test('old and new values stand side by side, in the words of the reader', () => {
  expect(
    changesText({ isEnabled: { old: true, new: false }, title: { old: '', new: 'Spring' } }, words),
  ).toBe('Eingeschaltet: ja → nein; Titel: – → Spring');
});

test('lists are lists, moments are moments, and what is gone is a dash', () => {
  const changes = {
    scopes: { new: ['links:read', 'other'] },
    expiresAt: { old: '2026-03-01T10:00:00.000Z', new: null },
  };
  expect(changesText(changes, words)).toBe('Rechte: Links lesen, other; Endet: 2026-03-01 → –');
});

test('what is new and empty is left out, and so are ids of other things', () => {
  expect(
    changesText({ networks: { new: [] }, expiresAt: { new: null }, userId: { new: 'usr_1' } }, words),
  ).toBe('');
});

test('the own id of a link is no id of another thing', () => {
  expect(changesText({ externalId: { old: null, new: 'order-17' } }, words)).toBe(
    'Eigene Kennung: – → order-17',
  );
});

test.each(['constructor', '__proto__', 'toString'])('a value %s is a text as any other', (text) => {
  expect(changesText({ title: { old: text, new: 'a' } }, words)).toBe(`Titel: ${text} → a`);
});

test('rules say their conditions and where they lead, variants their weights', () => {
  const changes = {
    rules: {
      old: null,
      new: [
        { when: { country: ['DE', 'AT'], via: 'scan' }, url: 'https://a.example/' },
        { when: { time: { zone: 'Europe/Berlin', from: '09:00' } }, url: 'https://b.example/' },
      ],
    },
    split: {
      new: [
        { url: 'https://a.example/', weight: 70 },
        { url: 'https://b.example/', weight: 30 },
      ],
    },
  };
  expect(changesText(changes, words)).toBe(
    'Regeln: – → Land DE, AT, via scan: https://a.example/ / time zone Europe/Berlin, from 09:00: https://b.example/; ' +
      'split: https://a.example/ (70 %) / https://b.example/ (30 %)',
  );
});
