import {
  conditionsDraftOf,
  EMPTY_CONDITIONS,
  equalWeights,
  moved,
  rulesOf,
  sentConditions,
  splitOf,
  sumOfWeights,
  textOf,
} from './conditions-draft';

const rules = [
  { when: { country: ['DE'], query: { name: 'q', value: '' } }, url: 'https://a.example/de' },
  {
    when: { time: { zone: 'Europe/Berlin', weekdays: ['mon' as const], from: '09:00', to: '24:00' } },
    url: 'https://a.example/open',
  },
];
const split = [
  { url: 'https://a.example/1', weight: 60 },
  { url: 'https://a.example/2', weight: 40 },
];

test('the conditions of a link become texts and are sent as they were', () => {
  const draft = conditionsDraftOf({ rules, split, forwardQuery: true });
  expect(sentConditions(EMPTY_CONDITIONS, draft)).toEqual({ rules, split, forwardQuery: true });
  expect(sentConditions(draft, draft)).toEqual({});
  expect(sentConditions(draft, EMPTY_CONDITIONS)).toEqual({ rules: null, split: null, forwardQuery: false });
  expect(conditionsDraftOf({})).toEqual(EMPTY_CONDITIONS);
});

test('what was left empty in a time is not sent, and a destination gets its scheme', () => {
  const typed = [{ when: { time: { zone: ' UTC ', weekdays: [], from: '', to: '' } }, url: 'a.example' }];
  expect(sentConditions(EMPTY_CONDITIONS, { ...EMPTY_CONDITIONS, rules: textOf(typed) })).toEqual({
    rules: [{ when: { time: { zone: 'UTC' } }, url: 'https://a.example' }],
  });
});

test('a list that is still empty is sent, so that the refusal names it', () => {
  const typed = [{ when: { country: [] }, url: 'https://a.example/' }];
  expect(sentConditions(EMPTY_CONDITIONS, { ...EMPTY_CONDITIONS, rules: textOf(typed) })).toEqual({
    rules: typed,
  });
});

test('a weight that is no number stays none', () => {
  const [variant] = splitOf(textOf([{ url: 'https://a.example/', weight: NaN }]));
  expect(variant).toEqual({ url: 'https://a.example/', weight: null });
  expect(sumOfWeights(splitOf(textOf([...split, { url: '', weight: NaN }])))).toBe(100);
});

test('an emptied list is no text', () => {
  expect(textOf([])).toBe('');
  expect(rulesOf('')).toEqual([]);
});

test.each([2, 3, 6, 7, 10])('%i equal weights are whole, sum to 100 and differ by one at most', (count) => {
  const weights = equalWeights(count);
  expect(weights.reduce((sum, weight) => sum + weight)).toBe(100);
  expect(Math.max(...weights) - Math.min(...weights)).toBeLessThanOrEqual(1);
});

test('an entry moves up and down, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 2, 0)).toEqual(['c', 'a', 'b', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 0, 3)).toEqual(['b', 'c', 'd', 'a']);
});
