import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { QUALITY, SIZE } from '../../libs/qr/src/decoded-designs-fixture';

const DESIGNS = 500;

test(`${DESIGNS} random designs are read at ${SIZE} px after JPEG at quality ${QUALITY}`, () => {
  const args = [
    // pictures are short-lived: with a small young generation, GC would take a quarter of the time
    '--max-semi-space-size=64',
    '-r',
    path.join(__dirname, '..', 'typescript-hook.cjs'),
    path.join(__dirname, 'read-qr-codes.ts'),
  ];
  const { status, stderr } = spawnSync(process.execPath, [...args, String(DESIGNS)], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
