// No file may import itself by way of others, types included: a cycle of types is a cycle of thoughts.

import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Imports of a file that stay in its package, as absolute paths; kept for the whole run. */
const importsByFile = new Map();

function fileOf(target) {
  return [`${target}.ts`, path.join(target, 'index.ts'), target].find((candidate) =>
    fs.existsSync(candidate),
  );
}

function importsOf(file) {
  const known = importsByFile.get(file);
  if (known) return known;
  const text = fs.readFileSync(file, 'utf8');
  const found = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => fileOf(path.resolve(path.dirname(file), name)))
    .filter((name) => name?.endsWith('.ts'));
  importsByFile.set(file, found);
  return found;
}

/** The shortest way from `start` back to `goal`, or undefined. */
function wayBack(start, goal) {
  const cameFrom = new Map([[start, undefined]]);
  for (const file of cameFrom.keys()) {
    if (file === goal) {
      const way = [];
      for (let step = file; step; step = cameFrom.get(step)) way.unshift(path.basename(step));
      return way;
    }
    for (const next of importsOf(file)) if (!cameFrom.has(next)) cameFrom.set(next, file);
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const noImportCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'import cycle: {{way}}' } },
  create: (context) => {
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = fileOf(path.resolve(path.dirname(context.filename), source));
      const way = target?.endsWith('.ts') ? wayBack(target, context.filename) : undefined;
      if (way)
        context.report({
          node,
          messageId: 'cycle',
          data: { way: [path.basename(context.filename), ...way].join(' → ') },
        });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check };
  },
};
