// A refusal of the kind that the web app's endpoints return, as a command's answer in the same words.

import { messageOf, type Refusal } from '@kurz/api';
import { failed, type AdminAnswer } from './admin-answer';

export function answerOfRefusal(refusal: Refusal): AdminAnswer {
  const { code, params } = refusal;
  return failed(messageOf(refusal, 'en'), { code, field: params['field'], reason: params.reason });
}
