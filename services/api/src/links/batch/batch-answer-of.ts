// The answers to batches, from the outcomes of their items: POST and PATCH /urls/batch, contract §4.2.

import { catalogue, shownCodeOf, type Language } from '../../errors/catalogue';
import { fieldOf, messageOf } from '../../errors/message-of';
import type { Refusal } from '../../errors/refusal';
import { answer, type Answer } from '../../http/route';
import type { LinkRow } from '../link-rows';
import { urlObjectOf, type UrlObject } from '../url-object-of';

export type BatchEntry =
  | { index: number; status: 200 | 201; url: UrlObject }
  | { index: number; status: number; code: string | undefined; error: string; field?: string };

type Outcome = Refusal | { kind: 'created'; row: LinkRow } | { kind: 'edited'; row: LinkRow };

function entryOf(outcome: Outcome, index: number, language: Language): BatchEntry {
  if (outcome.kind === 'created') return { index, status: 201, url: urlObjectOf(outcome.row) };
  if (outcome.kind === 'edited') return { index, status: 200, url: urlObjectOf(outcome.row) };
  const { status } = catalogue[outcome.code];
  const field = fieldOf(outcome);
  const failed = { index, status, code: shownCodeOf(outcome.code), error: messageOf(outcome, language) };
  return field === undefined ? failed : { ...failed, field };
}

/** `done`: what the answer calls the items that did not fail. */
export function batchAnswerOf(
  done: 'created' | 'edited',
  outcomes: readonly Outcome[],
  language: Language,
): Answer {
  const failed = outcomes.filter(({ kind }) => kind === 'refused').length;
  const results = outcomes.map((outcome, index) => entryOf(outcome, index, language));
  const headers = { 'Content-Language': language, Vary: 'Accept-Language' };
  return answer(200, { [done]: outcomes.length - failed, failed, results }, headers);
}
