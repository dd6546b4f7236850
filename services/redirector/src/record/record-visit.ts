// Either lane hands a request that is to be redirected; its visit goes to the journal, and `written` is called when
// the answer may leave.

import { encodeVisit } from '@kurz/click-event';
import type { JournalWriter } from '@kurz/click-journal';
import type { Clock } from '@kurz/process';
import type { Answer } from '../answer/answer';
import type { VisitorRequest } from '../visitor-request';
import { visitOf } from './visit-of';

export type RecordVisit = (
  request: VisitorRequest,
  answer: Extract<Answer, { kind: 'redirect' }>,
  written: () => void,
) => void;

export function makeRecordVisit(
  deps: { journal: JournalWriter; clock: Clock },
  config: { trustedProxies: number },
): RecordVisit {
  const { journal, clock } = deps;
  const { trustedProxies } = config;
  return (request, { link, isScan }, written) => {
    const visit = visitOf(request, link, { time: clock.now(), isScan, trustedProxies });
    journal.append(encodeVisit(visit), written);
  };
}
