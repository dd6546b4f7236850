// The environment of tests that use the built product. `requireBuilt` loads a module with Node's own require, once for
// all files of a worker. Jest gives each file its own globals; classes that both sides compare are shared here.

'use strict';

const { isNativeError } = require('node:util/types');
const FileEnvironment = require('./file-environment.cjs');

const SHARED = ['Date', 'Map', 'Set', 'WeakMap', 'RegExp'];
const ERRORS = ['Error', 'TypeError', 'RangeError', 'SyntaxError'];

/** Lets `x instanceof Error` hold for errors of either side. Checks of subclasses stay as they are. */
function recogniseErrors(type, isOne) {
  Object.defineProperty(type, Symbol.hasInstance, {
    configurable: true,
    value(value) {
      return Function.prototype[Symbol.hasInstance].call(this, value) || (this === type && isOne(value));
    },
  });
}

recogniseErrors(Error, isNativeError);

class BuiltProductEnvironment extends FileEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireBuilt = require;
    for (const name of SHARED) this.global[name] = globalThis[name];
    for (const name of ERRORS) {
      const outer = globalThis[name];
      recogniseErrors(this.global[name], (value) => isNativeError(value) && value instanceof outer);
    }
  }
}

module.exports = BuiltProductEnvironment;
