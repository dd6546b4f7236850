// Appends the visit of a redirected request to the journal, and calls `written` when the answer may leave.

import { encodeVisitBy, encodeVisitor } from '@kurz/click-event';
import type { JournalWriter } from '@kurz/click-journal';
import type { Clock } from '@kurz/process';
import type { Answer } from '../answer/answer';
import type { Sender, VisitorRequest } from '../request/visitor-request';
import { visitorOf } from '../request/visitor-of';

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
  const visitorTextOf = (sender: Sender) =>
    (sender.visitorText ??= encodeVisitor(visitorOf(sender, trustedProxies)));

  return ({ method, sender }, { link, isScan, variant }, written) => {
    const { workspaceId, linkId } = link;
    const redirect = { time: clock.now(), workspaceId, linkId, isScan, method, variant };
    journal.append(encodeVisitBy(redirect, visitorTextOf(sender)), written);
  };
}
