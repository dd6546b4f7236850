import { spawnSync } from 'node:child_process';
import path from 'node:path';

test("the types of the API are those of its description, as the build's script writes them", () => {
  const script = path.join(__dirname, '..', '..', 'bin', 'write-api-types.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
