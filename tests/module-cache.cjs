// Preloaded into the programs that tests start, so that their modules come resolved and compiled from one file. Without
// it half of a start is spent on finding, reading and compiling some 2,000 modules. MODULE_CACHE names the run's
// folder; it is as old as the build that it holds. A program or thread that finds no file there writes it when it ends.

'use strict';

const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { setImmediate } = require('node:timers');
const v8 = require('node:v8');
const vm = require('node:vm');

const ROOT = path.join(__dirname, '..');
const PROGRAMS = /^(services|tests)[/\\](?!.*\bnode_modules\b)/;
/** A program with fewer modules is not worth a file. */
const MIN_MODULES = 50;
/** Size of the field with the header's length. */
const HEAD_BYTES = 4;
const WIDE = /[\u0100-\uffff]/;
const COMMON_JS = /\.c?js$/;
const BEHIND_SHEBANG = '//';

/** The cache file of `program`; V8's version and flags are part of its name. */
const fileOf = (folder, program) =>
  path.join(
    folder,
    createHash('sha256').update(`${program} ${v8.cachedDataVersionTag()}`).digest('hex').slice(0, 32),
  );

function read(file) {
  if (!existsSync(file)) return { modules: new Map(), resolved: new Map() };
  const all = readFileSync(file);
  const head = HEAD_BYTES + all.readUInt32LE(0);
  const { modules, resolved, narrow } = JSON.parse(all.toString('utf8', HEAD_BYTES, head));
  const bytes = all.subarray(head);
  // one text outside the heap, with each source as a part: thousands of texts would be collected as garbage
  const text = bytes.toString('latin1', 0, narrow);
  return { bytes, text, modules: new Map(modules), resolved: new Map(resolved) };
}

/** Takes the compiled code before flags change: V8 refuses code that was compiled with other flags. */
function takeCode(compiled) {
  for (const each of compiled.values()) each.code ??= each.script.createCachedData();
}

function write(file, compiled, resolved) {
  takeCode(compiled);
  const pieces = [];
  let at = 0;
  const add = (piece) => {
    pieces.push(piece);
    at += piece.length;
    return [at - piece.length, at];
  };
  const modules = new Map();
  const addSources = (encoding, sources) => {
    for (const [filename, { source, isWide }] of sources) {
      modules.set(filename, { isWide, source: add(Buffer.from(source, encoding)) });
    }
  };
  const sources = [...compiled].map(([filename, { source }]) => [
    filename,
    { source, isWide: WIDE.test(source) },
  ]);
  addSources(
    'latin1',
    sources.filter(([, { isWide }]) => !isWide),
  );
  const narrow = at;
  addSources(
    'utf16le',
    sources.filter(([, { isWide }]) => isWide),
  );
  for (const [filename, { code }] of compiled) modules.get(filename).code = add(code);
  const header = Buffer.from(JSON.stringify({ modules: [...modules], resolved: [...resolved], narrow }));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(header.length);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, Buffer.concat([head, header, ...pieces]));
  renameSync(own, file);
}

function compile(source, filename, cachedData) {
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return new vm.Script(source, { filename, cachedData, importModuleDynamically });
}

/** Runs the module as Node runs a CommonJS module. */
function runModule(script, module, filename) {
  const require = (id) => module.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  require.main = process.mainModule;
  require.extensions = Module._extensions;
  require.cache = Module._cache;
  const run = script.runInThisContext();
  return run.call(module.exports, module.exports, require, module, filename, path.dirname(filename));
}

function useCache(file) {
  let { bytes, text, modules, resolved } = read(file);
  const isNew = bytes === undefined;
  const compiled = new Map();
  const { _resolveFilename: resolve, _extensions: extensions } = Module;
  const { _compile: compileAnew } = Module.prototype;
  const load = extensions['.js'];

  Module._resolveFilename = function (request, parent, isMain, options) {
    if (!parent?.filename || isMain || options) return resolve.call(this, request, parent, isMain, options);
    const key = `${request}\0${path.dirname(parent.filename)}`;
    const known = resolved.get(key);
    if (known !== undefined) return known;
    const found = resolve.call(this, request, parent, isMain, options);
    if (isNew) resolved.set(key, found);
    return found;
  };
  const loadKnown = (module, filename) => {
    const known = modules.get(filename);
    if (!known) return load(module, filename);
    const source = known.isWide ? bytes.toString('utf16le', ...known.source) : text.slice(...known.source);
    return runModule(compile(source, filename, bytes.subarray(...known.code)), module, filename);
  };
  extensions['.js'] = loadKnown;

  if (!isNew) {
    // modules are rarely loaded later, so the file need not stay in memory
    setImmediate(() => {
      bytes = undefined;
      text = undefined;
      modules = new Map();
    });
    return;
  }
  Module.prototype._compile = function (content, filename, ...rest) {
    // an ECMAScript module has no such wrapper
    if (rest[0] === 'module' || !COMMON_JS.test(filename))
      return compileAnew.call(this, content, filename, ...rest);
    const source = Module.wrap(content.startsWith('#!') ? `${BEHIND_SHEBANG}${content}` : content);
    const script = compile(source, filename);
    compiled.set(filename, { source, script });
    return runModule(script, this, filename);
  };
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flags) => {
    takeCode(compiled);
    setFlagsFromString(flags);
  };
  process.once('exit', () => {
    if (compiled.size >= MIN_MODULES && !existsSync(file)) write(file, compiled, resolved);
  });
}

const { MODULE_CACHE: folder } = process.env;
if (folder) {
  const { _extensions: extensions } = Module;
  const load = extensions['.js'];
  // the first module is the program itself, also in a thread
  extensions['.js'] = (module, filename) => {
    extensions['.js'] = load;
    const program = path.relative(ROOT, filename);
    if (PROGRAMS.test(program)) useCache(fileOf(folder, program));
    return extensions['.js'](module, filename);
  };
}
