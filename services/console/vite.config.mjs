// Builds the web app into dist/: hashed names below assets/, and beside each file that compresses a .br and a .gz, so
// that no server compresses it again.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { worldMap } from './bin/world-map.mjs';

/**
 * What every page needs, in two files: libraries change seldom, so browsers keep theirs from build to build. Without
 * groups each module that two pages share is a request of its own. The drawing of charts comes with the pages that draw, and what
 * speaks with authenticators when one is asked.
 */
const CHUNKS = [
  { name: 'libraries', test: /node_modules[\\/](?!.*(d3-|internmap|simplewebauthn))/ },
  {
    name: 'parts',
    test: /[\\/]console[\\/]src[\\/](api|browser|i18n|link|session|tags|theme|ui|visitor|workspace)[\\/].*\.tsx?$/,
  },
];

const COMPRESSIBLE = /\.(css|html|js|json|svg|txt|webmanifest)$/;

/** Writes the compressed twins after the bundle. */
function compressedTwins() {
  let outDir = '';
  return {
    name: 'compressed-twins',
    apply: 'build',
    configResolved: (config) => void (outDir = path.resolve(config.root, config.build.outDir)),
    closeBundle: () => {
      for (const entry of readdirSync(outDir, { withFileTypes: true, recursive: true })) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
        const file = path.join(entry.parentPath ?? entry.path, entry.name);
        const text = readFileSync(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 10,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/** `virtual:world-map`: the drawing of the world as a module, made at each build. */
function worldMapModule() {
  const [name, resolved] = ['virtual:world-map', '\0world-map'];
  return {
    name: 'world-map',
    resolveId: (id) => (id === name ? resolved : undefined),
    load: (id) =>
      id === resolved
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(worldMap()))})`
        : undefined,
  };
}

/** From its source: the web app is built beside tsc, which writes a package's dist/ at the same time. */
const sourceOf = (lib, file = 'index') =>
  fileURLToPath(new URL(`../../libs/${lib}/src/${file}.ts`, import.meta.url));

export default defineConfig({
  base: '/app/',
  resolve: {
    alias: {
      '@kurz/csv': sourceOf('csv'),
      '@kurz/qr': sourceOf('qr'),
      '@kurz/visitor-facts/names': sourceOf('visitor-facts', 'names'),
    },
  },
  plugins: [worldMapModule(), compressedTwins()],
  build: {
    target: 'es2022',
    sourcemap: false,
    // the policy of the page allows no inline script and no data: address but images
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // all pages' styles are some 6 KB (gzip): one file, which no page waits for when it is first shown
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // 'use client' is a word to servers that render; there is none
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
      // without groups each module that two pages share is a request of its own
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // `pnpm --filter @kurz/console dev` beside a running `npm start`
  server: { proxy: { '/x': 'http://localhost:3000', '/v1': 'http://localhost:3000' } },
});
