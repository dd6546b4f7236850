// Imports point one way: service → lib → npm. No service imports a service (standalone composes them and may), no
// lib a lib save process, nobody reaches into another package, and no product file imports a test.

import fs from 'node:fs';
import path from 'node:path';
import { placeOf } from './place-of.mjs';

const MAY_COMPOSE = 'standalone';
const MAY_BE_IMPORTED_BY_LIBS = 'process';

/** Whether a package's own `exports` name it. */
function isEntry(name, deeper, workspace) {
  if (deeper.length === 0) return true;
  const file = path.join(workspace, 'libs', name, 'package.json');
  if (!fs.existsSync(file)) return false;
  return ['.', ...deeper].join('/') in JSON.parse(fs.readFileSync(file, 'utf8')).exports;
}

function faultOf(source, file, workspace) {
  const place = placeOf(file, workspace);
  if (!place) return undefined;
  if (source.startsWith('.')) {
    const target = path.resolve(path.dirname(file), source);
    return target.startsWith(place.root + path.sep)
      ? undefined
      : 'a relative import must stay inside its package';
  }
  if (!source.startsWith('@kurz/')) return undefined;
  const [, name, ...deeper] = source.split('/');
  if (!isEntry(name, deeper, workspace)) return `import @kurz/${name}, not a file inside it`;
  if (name === 'tests' || name === 'backends') return 'product code must not import tests';
  const isService = fs.existsSync(path.join(workspace, 'services', name));
  if (place.kind === 'lib' && name !== MAY_BE_IMPORTED_BY_LIBS) return 'a lib may import only @kurz/process';
  if (isService && place.name !== MAY_COMPOSE) return 'a service must not import a service';
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const oneWayImports = {
  meta: { type: 'problem', schema: [], messages: { fault: '{{fault}} ({{source}})' } },
  create: (context) => {
    const check = (node) => {
      const source = node.source?.value;
      const fault = typeof source === 'string' ? faultOf(source, context.filename, context.cwd) : undefined;
      if (fault) context.report({ node, messageId: 'fault', data: { fault, source } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
