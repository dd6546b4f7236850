// The pods behind a Service, as the API server lists them and a balancer uses them. The list is read all the time, so
// that a pod that is about to end gets no more requests.

import { setTimeout as sleep } from 'node:timers/promises';
import { NAMESPACE } from './accepted-cases.mjs';

const POLL_MS = 200;

/** `next()` gives host and port of a ready pod, in turn; undefined while there is none. */
export function watchService({ get }, name) {
  const query = `labelSelector=${encodeURIComponent(`kubernetes.io/service-name=${name}`)}`;
  const place = `/apis/discovery.k8s.io/v1/namespaces/${NAMESPACE}/endpointslices?${query}`;
  let ready = [];
  let turn = 0;
  let isOver = false;

  async function read() {
    const { items } = await get(place);
    ready = items.flatMap(({ ports, endpoints }) =>
      (endpoints ?? [])
        .filter(({ conditions }) => conditions.ready)
        .map(({ addresses: [host] }) => ({ host, port: ports[0].port })),
    );
  }
  async function watch() {
    while (!isOver) {
      await read();
      await sleep(POLL_MS);
    }
  }
  const watching = watch().catch((error) => error);
  return {
    next: () => ready[turn++ % ready.length],
    /** Throws where the API server went away. */
    close: async () => {
      isOver = true;
      const error = await watching;
      if (error) throw error;
    },
  };
}
