// The environment of a test file: Node's, with what the later files of a worker need not do again.

'use strict';

const asyncHooks = require('node:async_hooks');
const { once } = require('node:events');
const http = require('node:http');
const { TestEnvironment } = require('jest-environment-node');
require('./kept-scripts.cjs');

const { AsyncLocalStorage } = asyncHooks;

/** While this is an array, it collects the storages that are made. */
let storages;

class NotedStorage extends AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages?.push(this);
  }
}
// defined rather than assigned, because it is a getter on Node 24
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: NotedStorage, enumerable: true });

/** Tells the process with the shared stores that the file no longer uses this one. */
async function returnStore(address) {
  const request = http.request(address, { method: 'DELETE', agent: false }).end();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
}

/**
 * Jest runs each case in an AsyncLocalStorage that it makes for each file and leaves enabled. Each file would make
 * every promise of the worker's later files slower, so teardown disables these storages.
 */
class FileEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.storages = storages = [];
    this.usedStores = this.global.usedStores = [];
    // what outlives the cases that opened it, such as a program that all of them ask
    this.closesAfterFile = this.global.closesAfterFile = [];
  }

  /** On `setup` Jest has made its own storages; the test file is loaded later. */
  handleTestEvent({ name }) {
    if (name === 'setup') storages = undefined;
  }

  async teardown() {
    for (const close of this.closesAfterFile) await close();
    for (const storage of this.storages) storage.disable();
    await super.teardown();
    for (const address of this.usedStores) await returnStore(address);
  }
}

module.exports = FileEnvironment;
