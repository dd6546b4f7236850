// Files and folders are named for what they hold. A room called utils fills with what nobody placed.

import path from 'node:path';

const JUNK = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'lib',
  'misc',
  'shared',
  'base',
  'tools',
  'stuff',
]);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|mjs|cjs)$/;

/** @type {import('eslint').Rule.RuleModule} */
export const noJunkRooms = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      junk: '"{{name}}" says nothing: name it for what it holds',
      kebab: '"{{name}}" is not kebab-case',
    },
  },
  create: (context) => ({
    Program: (node) => {
      const parts = path.relative(context.cwd, context.filename).split(path.sep);
      const file = parts.at(-1) ?? '';
      for (const part of parts.slice(1)) {
        const name = part.replace(/\..*$/, '');
        if (JUNK.has(name)) context.report({ node, messageId: 'junk', data: { name: part } });
      }
      if (!KEBAB.test(file)) context.report({ node, messageId: 'kebab', data: { name: file } });
    },
  }),
};
