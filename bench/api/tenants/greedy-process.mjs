// The greedy tenant in a process of its own, so that its client's CPU does not delay the quiet tenant. Its arguments
// are the port and the token. The first message starts it; the second stops it, and its reply has the statuses.

import { once } from 'node:events';
import { startGreedyTenant } from './greedy-tenant.mjs';

await once(process, 'message');
const greedy = startGreedyTenant(...JSON.parse(process.argv[2]));
await once(process, 'message');
const statuses = await greedy.stop();
process.send(statuses, () => process.disconnect());
