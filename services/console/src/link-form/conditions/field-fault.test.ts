import { ApiError } from '../../api/api-error';
import { conditionRefused, faultAt, faultOf } from './field-fault';

const refusal = (field: string) => new ApiError('No.', 400, 'VALIDATION_FAILED', field, undefined);

test.each([
  ['rules', 'rules'],
  ['rules[1].when.country', 'rules'],
  ['split[2].weight', 'split'],
  ['forwardQuery', 'forwardQuery'],
  ['url', undefined],
  ['rulesOfThumb', undefined],
])('a refusal of %s is one of %s', (field, expected) => {
  expect(conditionRefused(refusal(field))).toBe(expected);
});

test('a refusal is found at its rule, and there at its condition', () => {
  const ofRules = faultAt(faultOf(refusal('rules[1].when.query.value')), 'rules');
  expect(faultAt(ofRules, '[0]')).toBeUndefined();
  expect(faultAt(faultAt(ofRules, '[1]'), 'when.query')).toEqual({ path: 'value', words: 'No.' });
  expect(faultAt(faultOf(refusal('rules[10]')), 'rules[1]')).toBeUndefined();
});
