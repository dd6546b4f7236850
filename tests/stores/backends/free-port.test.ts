import { freePort } from '@kurz/backends';

test('A port is given once, though the one it was given to does not listen there yet', async () => {
  const ports = [];
  // of 12,000, so that any draw without a memory gives many of them twice
  for (let count = 0; count < 2_000; count++) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
