// The redirector as production runs it, in processes of its own. All of them are measured, shipping included.

import { answerBench } from './parts/answer-bench.mjs';
import { startProduction } from './parts/start-production.mjs';
import { usageOfTree } from './parts/usage-of-tree.mjs';

const { pid, port, check, close } = await startProduction(JSON.parse(process.argv[2]));
process.on('disconnect', () => void close().then(() => process.exit(0)));
answerBench(port, { usage: () => usageOfTree(pid), check, close });
