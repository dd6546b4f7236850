import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeProcessList } from './process-list';

test('A reader finds a whole list at every moment: each one is another file', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-processes-'));
  const file = path.join(folder, 'processes.json');
  try {
    const list = makeProcessList(file);
    list.set('redis', 7);
    // a reader that has the file open keeps reading the list of that moment
    const descriptor = openSync(file, 'r');
    list.set('kafka', 8);
    expect(JSON.parse(readFileSync(descriptor, 'utf8'))).toEqual({ redis: 7 });
    closeSync(descriptor);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ redis: 7, kafka: 8 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
