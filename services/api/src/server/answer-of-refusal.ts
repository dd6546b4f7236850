// Puts a refusal into the form of an answer: status and body of the catalogue, text in the reader's language.

import { catalogue, shownCodeOf, type Language } from '../errors/catalogue';
import { messageOf } from '../errors/message-of';
import type { Refusal } from '../errors/refusal';
import { answer, type Answer } from './route';

export function answerOfRefusal(refusal: Refusal, language: Language): Answer {
  const code = shownCodeOf(refusal.code);
  const error = messageOf(refusal, language);
  return answer(catalogue[refusal.code].status, code === undefined ? { error } : { error, code }, {
    ...refusal.headers,
    'Content-Language': language,
    Vary: 'Accept-Language',
  });
}
