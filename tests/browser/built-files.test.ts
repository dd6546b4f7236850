// What a browser loads of the built app, by its size on the wire (gzip): the first page's files and each page's own.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = path.join(__dirname, '..', '..', 'services', 'console', 'dist');
const KB = 1_000;

const textOf = (name: string) => readFileSync(path.join(DIST, name), 'utf8');
const sizeOf = (name: string) => gzipSync(readFileSync(path.join(DIST, name)), { level: 9 }).length;
const sumOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + sizeOf(name), 0);
const assets = readdirSync(path.join(DIST, 'assets')).filter((name) => /\.(js|css)$/.test(name));
const indexHtml = textOf('index.html');

/** The files named by a file with the build's paths: by the tags of HTML, or the imports of a script. */
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((match) => `assets/${match[1] ?? ''}`);

/** A script with all that it imports, without what it loads later. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = textOf(name);
  for (const imported of namesIn(text, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(imported, found);
  return found;
}

const inHtml = namesIn(indexHtml, /(?:src|href)="\/app\/assets\/([\w.-]+)"/g);
const entry = inHtml.find((name) => /\/index-[\w-]+\.js$/.test(name)) ?? '';
const shell = withImports(entry);

/** The files of the page whose own script begins with `prefix`: with the style sheets that belong to its scripts. */
function filesOf(prefix: string): { scripts: Set<string>; styles: Set<string> } {
  const own = assets.find((name) => name.startsWith(`${prefix}-`) && name.endsWith('.js'));
  if (own === undefined) throw new Error(`no ${prefix} in ${assets.join(', ')}`);
  const scripts = withImports(`assets/${own}`);
  const stems = [...scripts].map((name) => /assets\/(.*?)-[\w-]{8}\.js$/.exec(name)?.[1]);
  const styles = assets.filter(
    (name) => name.endsWith('.css') && stems.includes(name.replace(/-[\w-]{8}\.css$/, '')),
  );
  return { scripts, styles: new Set(styles.map((name) => `assets/${name}`)) };
}

const pages = assets
  .map((name) => /^([a-z-]+-page)-[\w-]{8}\.js$/.exec(name)?.[1])
  .filter((name) => name !== undefined);

test('the links page needs 150 KB of scripts, 15 KB of styles and 8 requests at most', () => {
  const { scripts, styles } = filesOf('links-page');
  const allScripts = new Set([...shell, ...scripts]);
  const allStyles = new Set([...inHtml.filter((name) => name.endsWith('.css')), ...styles]);
  expect(sumOf(allScripts)).toBeLessThanOrEqual(150 * KB);
  expect(sumOf(allStyles)).toBeLessThanOrEqual(15 * KB);
  // the page itself, its icon, and its files
  expect(2 + allScripts.size + allStyles.size).toBeLessThanOrEqual(8);
});

test.each(pages)('%s adds 60 KB at most', (page) => {
  const { scripts, styles } = filesOf(page);
  expect(sumOf([...scripts].filter((name) => !shell.has(name))) + sumOf(styles)).toBeLessThanOrEqual(60 * KB);
});

test('every script is part of the shell or of a page, or is loaded later and small', () => {
  const known = new Set([...shell, ...pages.flatMap((page) => [...filesOf(page).scripts])]);
  const later = assets
    .map((name) => `assets/${name}`)
    .filter((name) => name.endsWith('.js') && !known.has(name));
  const large = later.filter((name) => sizeOf(name) > (name.includes('map') ? 45 : 60) * KB);
  expect(large).toEqual([]);
});

test('no file is a font, and nothing comes from a third party', () => {
  expect(
    readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(woff2?|ttf|otf)$/.test(name),
    ),
  ).toEqual([]);
  expect(indexHtml).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  for (const name of assets.filter((one) => one.endsWith('.css')))
    expect(textOf(`assets/${name}`)).not.toMatch(/@import|@font-face|url\((?!["']?data:)/);
});

test('the page has no inline script and no inline style', () => {
  expect(indexHtml).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
});

test('every file that compresses has its twins, and its name is a hash', () => {
  for (const name of assets) {
    expect(name).toMatch(/-[\w-]{8}\.(js|css)$/);
    for (const twin of ['br', 'gz'])
      expect(existsSync(path.join(DIST, 'assets', `${name}.${twin}`))).toBe(true);
    expect(statSync(path.join(DIST, 'assets', `${name}.br`)).size).toBeLessThan(
      statSync(path.join(DIST, 'assets', name)).size,
    );
  }
});
