// What the web app's endpoints would refuse, as the answer of a command, in the same words.

import { messageOf, type Refusal } from '@kurz/api';
import { failed, type AdminAnswer } from './admin-answer';

export const answerOfRefusal = (refusal: Refusal): AdminAnswer => failed(messageOf(refusal, 'en'));
