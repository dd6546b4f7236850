// Builds the web app into dist/: hashed names below assets/, and a .br and a .gz beside each compressible file, so that
// no server compresses it again.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { worldMap } from './bin/world-map.mjs';

/**
 * Code that every page needs, in two files. Libraries change seldom, so browsers keep their file from build to build.
 * Without groups, each module that two pages share would be a request. The chart libraries are loaded with the pages
 * that draw, and the passkey library when it is needed.
 */
const CHUNKS = [
  { name: 'libraries', test: /node_modules[\\/](?!.*(d3-|internmap|simplewebauthn))/ },
  {
    name: 'parts',
    test: /[\\/]console[\\/]src[\\/](api|browser|i18n|link|session|tags|theme|ui|visitor|workspace)[\\/].*\.tsx?$/,
  },
];

const COMPRESSIBLE = /\.(css|html|js|json|svg|txt|webmanifest)$/;

/** Writes the compressed copies after the bundle. */
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

/** A lib's source file, because the web app is built while tsc writes the packages' dist/. */
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
    // the page's Content Security Policy allows no inline script, and data: URLs only for images
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // the styles of all pages are some 6 KB (gzip): one file, so that no page waits for its own
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // 'use client' is a directive for rendering servers, which this app has none of
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
      // without groups, each module that two pages share would be a request
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  // `pnpm --filter @kurz/console dev` beside a running `npm start`
  server: { proxy: { '/x': 'http://localhost:3000', '/v1': 'http://localhost:3000' } },
});
