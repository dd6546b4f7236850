// Keeps what jest compiles for a test file, for the worker's later files: jest's own modules, packages and sources.
// Jest loads and compiles them again for each file with `vm.compileFunction`, which V8 does not cache. Each file still
// runs its modules in its own context.

'use strict';

const vm = require('node:vm');

const TEST = /\.test\.ts$/;
/** A dynamic import is bound to the test file for which its module was compiled, so such modules are not kept. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

/** Scripts by file name. */
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
