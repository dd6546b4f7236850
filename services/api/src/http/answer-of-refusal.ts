// Puts a refusal into the form of an answer: status and body of the catalogue, text in the reader's language.

import { catalogue, shownCodeOf, type Language } from '../errors/catalogue';
import { fieldOf, messageOf } from '../errors/message-of';
import type { Refusal } from '../errors/refusal';
import { answer, type Answer } from './route';

export function answerOfRefusal(refusal: Refusal, language: Language): Answer {
  const code = shownCodeOf(refusal.code);
  const error = messageOf(refusal, language);
  const field = fieldOf(refusal);
  const body = { error, ...(code !== undefined && { code }), ...(field !== undefined && { field }) };
  return answer(catalogue[refusal.code].status, body, {
    ...refusal.headers,
    'Content-Language': language,
    Vary: 'Accept-Language',
  });
}
