// The version of this build, as package.json has it: the release gives every package the same.

import { readFileSync } from 'node:fs';
import path from 'node:path';

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

export const VERSION = readVersion();
