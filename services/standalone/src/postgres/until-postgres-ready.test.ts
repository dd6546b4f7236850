import { spawn } from 'node:child_process';
import { silentLog } from '@kurz/process';
import { untilPostgresReady } from './until-postgres-ready';

const speaking = (script: string) =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] });
const READY = 'LOG:  database system is ready to accept read-only connections\\n';

test('A server that says much as soon as it is ready is ready', async () => {
  const refused = 'FATAL:  could not connect to the primary server: Connection refused\\n';
  const child = speaking(
    `process.stderr.write('${READY}' + '${refused}'.repeat(100)); setTimeout(() => {}, 3_000)`,
  );
  await untilPostgresReady(child, silentLog);
  child.kill();
});

test('A word that comes in two pieces is understood', async () => {
  const child = speaking(`const said = '${READY}';
    process.stderr.write(said.slice(0, 30));
    setTimeout(() => process.stderr.write(said.slice(30)), 50)`);
  await untilPostgresReady(child, silentLog);
});

test('A server that ends before is told with its last words', async () => {
  const child = speaking(`process.stderr.write('FATAL:  no space left on device'); process.exitCode = 1`);
  await expect(untilPostgresReady(child, silentLog)).rejects.toThrow(
    /\(1\): FATAL: {2}no space left on device$/,
  );
});
