import { startServerProcess } from './server-process';

const speaking = (script: string) => ({
  program: process.execPath,
  args: ['-e', script],
  isReady: (words: string) => words.includes('started'),
  startMs: 60_000,
});

test('A server that says much after it has started is ready', async () => {
  const server = await startServerProcess(
    speaking(`process.stdout.write('started' + '.'.repeat(10_000)); setTimeout(() => {}, 3_000)`),
  );
  await server.kill();
});

test('A server that ends before is told with its last words', async () => {
  const ends = speaking(`process.stdout.write('.'.repeat(10_000) + 'no space left on device')`);
  await expect(startServerProcess(ends)).rejects.toThrow(
    /ended while starting: \.{3977}no space left on device$/,
  );
});
