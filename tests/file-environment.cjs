// The environment of a file of tests: Node's, with what a worker's files need not do anew.

'use strict';

const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');
require('./kept-scripts.cjs');

const { AsyncLocalStorage } = asyncHooks;

/** Those that are made while this is an array. */
let storages;

class NotedStorage extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages?.push(this);
  }
}
// defined, not assigned: on Node 24 it is a getter
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: NotedStorage, enumerable: true });

/**
 * Jest runs each case in a storage that it makes for each file and leaves enabled: with each file, every promise of the
 * worker's later files would cost more.
 */
class FileEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.storages = storages = [];
  }

  /** Jest has made its own before the file of tests is loaded. */
  handleTestEvent({ name }) {
    if (name === 'setup') storages = undefined;
  }

  async teardown() {
    for (const storage of this.storages) storage.disable();
    await super.teardown();
  }
}

module.exports = FileEnvironment;
