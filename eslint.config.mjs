// The rules that CONTRIBUTING.md explains, as far as a linter of single files can check them. The directions of imports
// are in .dependency-cruiser.cjs.

import path from 'node:path';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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
const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(tsx?|mjs|cjs)$/;

/**
 * Files and folders are named for their content. A folder called utils collects whatever has no place.
 * @type {import('eslint').Rule.RuleModule}
 */
const noJunkRooms = {
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

const structure = { rules: { 'no-junk-rooms': noJunkRooms } };

const nodeGlobals = Object.fromEntries(
  [
    'process',
    'console',
    'Buffer',
    'URL',
    'fetch',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    '__dirname',
    'require',
    'module',
  ].map((name) => [name, 'readonly']),
);

/** Both build a table of all characters, which takes 1 s of CPU in each test file. */
const noTableOfCharacters = {
  selector:
    'CallExpression[callee.object.name="fc"][callee.property.name=/^web(Url|Path|Segment|Fragments|QueryParameters)$/], Property[key.name="unit"][value.value="binary"]',
  message: 'The same texts come from tests/inputs, without a table of all characters.',
};
const noExportAll = { selector: 'ExportAllDeclaration', message: 'Name each export by hand.' };

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      'data/',
      'coverage/',
      'services/console/src/api/schema.ts',
      'services/console/src/api/enums.ts',
    ],
  },
  js.configs.recommended,
  {
    plugins: { structure },
    rules: {
      'structure/no-junk-rooms': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        noExportAll,
        {
          selector: 'MemberExpression[object.name="process"][property.name="env"]',
          message: 'Settings come in as arguments; only main reads the environment.',
        },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.check.json', './services/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  {
    // the web app: texts come from a catalogue, and text never becomes markup
    files: ['services/console/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        noExportAll,
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Text stays text.',
        },
        {
          selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
          message: 'Text stays text.',
        },
        {
          selector: 'JSXText[value=/[A-Za-zÀ-ÿ]{2,}/]:not([value=/^\\s*(Kurz|Ctrl K)\\s*$/])',
          message: 'Words of the app stand in a catalogue, in English and German.',
        },
      ],
    },
  },
  {
    // the stack passes its environment to child processes, and finds Java and Maven by it
    files: ['services/stack/src/**'],
    rules: { 'no-restricted-syntax': ['error', noExportAll] },
  },
  {
    // a function fits on a screen
    files: ['libs/*/src/**/*.ts', 'services/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', '**/*-fixture.ts'],
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // main files, tests and scripts may read the environment and print to the person
    files: [
      'services/*/src/main.ts',
      'services/*/src/*-main.ts',
      'bench/**',
      'tests/**',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.test.ts',
    ],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-restricted-syntax': ['error', noTableOfCharacters], 'no-console': 'off' },
  },
);
