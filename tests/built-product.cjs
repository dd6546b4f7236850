// How tests outside the packages load them: the source file of a package becomes a require of its built file. The
// product then runs as it is shipped, and is loaded once per worker instead of once per test file. So is a CommonJS file
// for which jest.config.cjs names this transformer.

'use strict';

const { existsSync } = require('node:fs');
const path = require('node:path');

const SOURCE = /^(.*[/\\](?:libs|services)[/\\][^/\\]+[/\\])src[/\\](.*)\.ts$/;

/** The built file of a source file; undefined for fixtures and tests, which are not built. CommonJS needs no build. */
function builtFile(file) {
  if (file.endsWith('.cjs')) return file;
  const [, folder, name] = SOURCE.exec(file) ?? [];
  const built = folder && path.join(folder, 'dist', `${name}.js`);
  return built && existsSync(built) ? built : undefined;
}

/** Wraps another transformer, which transforms what is not built. */
exports.createTransformer = ([transformer, options]) => {
  const other = require(transformer).createTransformer(options);
  return {
    ...other,
    getCacheKey: (source, file, ...rest) =>
      `${other.getCacheKey(source, file, ...rest)}${builtFile(file) ? '-built' : ''}`,
    process(source, file, ...rest) {
      const built = builtFile(file);
      if (!built) return other.process(source, file, ...rest);
      return { code: `module.exports = requireBuilt(${JSON.stringify(built)});` };
    },
  };
};
