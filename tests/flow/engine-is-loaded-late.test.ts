// The ClickHouse engine takes 166 MB as soon as it is loaded: a command beside a running product goes without.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SOURCES = path.join(__dirname, '..', '..', 'services', 'standalone', 'dist');

/** Does as a command does: looks for a running product's socket in the data folder; without one it opens the engine. */
const SCRIPT = `
  const fs = require('node:fs');
  const isLoaded = () => fs.readFileSync('/proc/self/maps', 'utf8').includes('libchdb');
  const [sources, folder] = process.argv.slice(1);
  require(sources + '/admin/connect-embedded.js');
  const before = isLoaded();
  require('node:net').createServer().listen(folder + '/socket', () => {
    fs.lstatSync(folder + '/socket');
    require(sources + '/clickhouse/embedded-connection.js').embeddedConnection(folder + '/clickhouse');
    process.stdout.write(JSON.stringify({ before, after: isLoaded() }));
    process.exit();
  });`;

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('is loaded when it is opened, also after a look at a socket', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-engine-'));
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', SCRIPT, SOURCES, folder], {
      encoding: 'utf8',
    });
    expect({ stderr, stdout }).toEqual({ stderr: '', stdout: '{"before":false,"after":true}' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
