// What jest compiles for a file of tests is kept for the worker's next ones: jest's own modules, packages and sources. Jest
// loads each of them anew for each file, and compiles it anew by `vm.compileFunction`, of which V8 keeps nothing. Each
// file still runs its modules anew, in a context of its own.

'use strict';

const vm = require('node:vm');

const TEST = /\.test\.ts$/;
/** How it loads belongs to the file of tests that was compiled for. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/** By file. */
const kept = new Map();

function scriptOf(code, head, filename) {
  const known = kept.get(filename);
  if (known?.code === code && known.head === head) return known.script;
  const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
  kept.set(filename, { code, head, script });
  return script;
}

const { compileFunction } = vm;

vm.compileFunction = (code, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (!parsingContext || !filename || TEST.test(filename) || DYNAMIC_IMPORT.test(code)) {
    return compileFunction(code, parameters, options);
  }
  const head = `(function (${parameters.join(', ')}) {`;
  return scriptOf(code, head, filename).runInContext(parsingContext);
};
