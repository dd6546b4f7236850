// Whether a Redis on this machine serves. A Redis that is still loading its data does not.

import { answers } from './answers';

export const redisAnswers = (port: number): Promise<boolean> =>
  answers(port, 'PING\r\n', (answer) => answer.toString().startsWith('+PONG'));
