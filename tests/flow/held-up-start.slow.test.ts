// A first start succeeds on a machine whose cores are busy with something else.

import path from 'node:path';
import { startStandalone } from './start-standalone';

test('the product starts though its thread is held up for seconds', async () => {
  const preload = path.join(__dirname, 'held-up.cjs');
  const kurz = await startStandalone({ environment: { NODE_OPTIONS: `--require ${preload}` } });
  await kurz.close();
});
