// The greedy tenant in a process of its own, so that its client's CPU does not delay the quiet tenant. Gets the port and
// the token by argument; stopped by IPC, it answers with the statuses.

import { startGreedyTenant } from './greedy-tenant.mjs';

const greedy = startGreedyTenant(...JSON.parse(process.argv[2]));
process.once('message', () => {
  void greedy.stop().then((statuses) => process.send(statuses, () => process.disconnect()));
});
