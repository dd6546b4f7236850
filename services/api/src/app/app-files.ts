// The files of the built web app, held in memory with the compressed twins (`.br`, `.gz`) that the build made of them.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';

export type Encoding = 'br' | 'gzip';

export type AppFile = {
  type: string;
  /** Entity tag of the uncompressed bytes. */
  tag: string;
  /** Its name changes with its bytes. */
  isHashed: boolean;
  plain: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
};

/** The files by their paths below the folder, with `/` between the parts. */
export type AppFiles = ReadonlyMap<string, AppFile>;

export const INDEX = 'index.html';
/** The build puts a hash into the names of the files below this path. */
const HASHED = 'assets/';
const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};

/** The media type for a file name; undefined when no file of the app has such a name. */
export const typeOf = (name: string): string | undefined => TYPES[path.posix.extname(name)];

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

function readFiles(folder: string): AppFiles {
  const names = new Set(namesIn(folder));
  const read = (name: string) => readFileSync(path.join(folder, name));
  const files = new Map<string, AppFile>();
  for (const name of names) {
    const type = typeOf(name);
    if (type === undefined) continue;
    const plain = read(name);
    const compressed: AppFile['compressed'] = {};
    for (const encoding of ['br', 'gzip'] as const) {
      if (names.has(name + SUFFIX[encoding])) compressed[encoding] = read(name + SUFFIX[encoding]);
    }
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    files.set(name, { type, tag: `W/"${hash}"`, isHashed: name.startsWith(HASHED), plain, compressed });
  }
  return files;
}

/** Undefined when the app was not built into this folder. */
export function loadAppFiles(folder: string): AppFiles | undefined {
  try {
    const files = readFiles(folder);
    return files.has(INDEX) ? files : undefined;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}
