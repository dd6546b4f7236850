// `npm run test:titles [-- COMMIT]`: prints the title of every test case, sorted; with a commit, the difference to it:
// `-` is gone, `+` is new. All cases of a table have one title, as in the source. A moved case shows no difference.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
require('./typescript-hook.cjs');
const { titlesOf } = require('./contract/sentences/titles-of.ts');

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
const isSource = (file) => /\.tsx?$/.test(file) && /^(tests|libs|services)\//.test(file);

/** How often each title occurs. */
function countTitles(list, read) {
  const counts = new Map();
  for (const file of list.split('\n').filter(isSource)) {
    for (const title of titlesOf(read(file))) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return counts;
}

const now = countTitles(
  git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'),
  (file) => {
    try {
      return readFileSync(path.join(ROOT, file), 'utf8');
    } catch {
      return ''; // deleted and not yet committed
    }
  },
);

const commit = process.argv[2];
if (commit === undefined) {
  for (const title of [...now.keys()].sort()) console.log(title);
} else {
  const before = countTitles(git('ls-tree', '-r', '--name-only', commit), (file) =>
    git('show', `${commit}:${file}`),
  );
  const titles = [...new Set([...before.keys(), ...now.keys()])].sort();
  for (const title of titles) {
    const gained = (now.get(title) ?? 0) - (before.get(title) ?? 0);
    for (let time = 0; time < Math.abs(gained); time++) console.log(`${gained < 0 ? '-' : '+'} ${title}`);
  }
}
