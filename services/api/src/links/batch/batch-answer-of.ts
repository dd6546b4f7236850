// The answer to a batch, from the outcomes of its items: POST /urls/batch, contract §4.2.

import { catalogue, shownCodeOf, type Language } from '../../errors/catalogue';
import { fieldOf, messageOf } from '../../errors/message-of';
import { answer, type Answer } from '../../http/route';
import { urlObjectOf, type UrlObject } from '../url-object-of';
import type { ItemOutcome } from './create-links';

export type BatchEntry =
  | { index: number; status: 201; url: UrlObject }
  | { index: number; status: number; code: string | undefined; error: string; field?: string };

function entryOf(outcome: ItemOutcome, index: number, language: Language): BatchEntry {
  if (outcome.kind === 'created') return { index, status: 201, url: urlObjectOf(outcome.row) };
  const { status } = catalogue[outcome.code];
  const field = fieldOf(outcome);
  const failed = { index, status, code: shownCodeOf(outcome.code), error: messageOf(outcome, language) };
  return field === undefined ? failed : { ...failed, field };
}

export function batchAnswerOf(outcomes: readonly ItemOutcome[], language: Language): Answer {
  const created = outcomes.filter((outcome) => outcome.kind === 'created').length;
  const results = outcomes.map((outcome, index) => entryOf(outcome, index, language));
  const headers = { 'Content-Language': language, Vary: 'Accept-Language' };
  return answer(200, { created, failed: outcomes.length - created, results }, headers);
}
