// Lets a child process of a test run the sources: node -r ./typescript-hook.cjs some-process.ts

'use strict';

const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const ROOT = path.join(__dirname, '..', '..', '..');
const SERVICES = new Set(['api', 'ingester', 'redirector', 'standalone']);

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  const name = /^@kurz\/([a-z-]+)$/.exec(request)?.[1];
  if (name === undefined) return resolve.call(this, request, ...rest);
  return path.join(ROOT, SERVICES.has(name) ? 'services' : 'libs', name, 'src', 'index.ts');
};
