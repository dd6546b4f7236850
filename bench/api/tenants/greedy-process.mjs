// The greedy tenant in a process of its own: what it costs to ask is no part of what the quiet one waits for. Gets the
// port and the token by argument; told to stop by IPC, it answers with the statuses.

import { startGreedyTenant } from './greedy-tenant.mjs';

const greedy = startGreedyTenant(...JSON.parse(process.argv[2]));
process.once('message', () => {
  void greedy.stop().then((statuses) => process.send(statuses, () => process.disconnect()));
});
