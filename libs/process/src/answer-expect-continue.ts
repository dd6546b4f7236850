// Serves a request that expects `100 Continue` only after the answers before it have left. node:http queues the 100 at
// once and puts the head of the final answer before it: the client reads `HTTP/1.1 100` as the first bytes of a body.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export function answerExpectContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const serve = () => {
      response.writeContinue();
      server.emit('request', request, response);
    };
    if (response.socket) serve();
    // in the next tick, because data written inside the event would be flushed twice
    else response.once('socket', () => process.nextTick(serve));
  });
}
