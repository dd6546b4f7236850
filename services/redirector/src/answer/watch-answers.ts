// Watches some of the answers: about one in 64 is timed, and those of a sampled trace are spans. The others cost a
// subtraction.

import { beginSpan, endSpan, SpanKind, type Span } from '@kurz/process';
import type { VisitorRequest } from '../request/visitor-request';
import type { AnswerReason } from './answer';

export type AnswerWatch = {
  span: Span | undefined;
  /** Without a reason: the client left before its answer. */
  end: (reason?: AnswerReason) => void;
};

export type WatchAnswers = (visitor: VisitorRequest) => AnswerWatch | undefined;

/** The step is drawn anew each time: a constant step could always fall on the same place of an event-loop turn. */
const MAX_STEP = 127;
const drawStep = () => 1 + Math.floor(Math.random() * MAX_STEP);

/** A redirect is traced when its `traceparent` says that the trace is sampled, which the proxy in front decides. */
function spanOf({ method, sender: { traceparent } }: VisitorRequest): Span | undefined {
  const attributes = { 'http.request.method': method };
  const headers = { traceparent };
  return beginSpan({ name: 'redirect', kind: SpanKind.SERVER, headers, isContinued: true, attributes });
}

function endWith(span: Span, reason: AnswerReason | undefined): void {
  if (reason !== undefined) span.setAttribute('kurz.answer', reason);
  endSpan(span, reason === 'unavailable' ? reason : undefined);
}

/**
 * `onTimed` gets the time of a redirect in seconds, from the reading of its request to the handing over of its answer.
 */
export function makeWatchAnswers(onTimed: (seconds: number) => void): WatchAnswers {
  // a function of its own: the variables of its closure would cost every other answer an allocation
  const watch = (visitor: VisitorRequest, isTimed: boolean): AnswerWatch => {
    const begunAt = performance.now();
    const span = visitor.sender.traceparent === '' ? undefined : spanOf(visitor);
    return {
      span,
      end: (reason) => {
        if (isTimed && reason === 'redirect') onTimed((performance.now() - begunAt) / 1_000);
        if (span) endWith(span, reason);
      },
    };
  };
  let left = drawStep();
  return (visitor) => {
    left -= 1;
    if (left > 0) return visitor.sender.traceparent === '' ? undefined : watch(visitor, false);
    left = drawStep();
    return watch(visitor, true);
  };
}
