import { refuse } from '../errors/refusal';
import { answerOfRefusal } from './answer-of-refusal';

test.each([
  ['en', 'There is no such link in this workspace.'],
  ['de', 'Diesen Link gibt es in diesem Workspace nicht.'],
] as const)('a refusal in %s has its status, text and code, and says its language', (language, error) => {
  expect(answerOfRefusal(refuse('NOT_FOUND'), language)).toEqual({
    kind: 'answer',
    status: 404,
    body: { error, code: 'NOT_FOUND' },
    headers: { 'Content-Language': language, Vary: 'Accept-Language' },
  });
});

test('a code that the contract does not have is not shown', () => {
  const { status, body } = answerOfRefusal(refuse('BODY_TOO_LARGE', { max: '1 MB' }), 'en');
  expect(status).toBe(413);
  expect(body).toEqual({ error: 'The body must not exceed 1 MB.' });
});

test('an unknown address shows the code NOT_FOUND', () => {
  expect(answerOfRefusal(refuse('ROUTE_NOT_FOUND'), 'en')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
});

test('the headers of a refusal go out with it', () => {
  const refusal = refuse('RATE_LIMITED', {}, { 'Retry-After': '7' });
  expect(answerOfRefusal(refusal, 'en').headers).toMatchObject({ 'Retry-After': '7' });
});
