// The rules that CONTRIBUTING.md explains, as far as a machine can hold them.

import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noImportCycles } from './tests/structure/rules/no-import-cycles.mjs';
import { noJunkRooms } from './tests/structure/rules/no-junk-rooms.mjs';
import { oneWayImports } from './tests/structure/rules/one-way-imports.mjs';

const structure = {
  rules: {
    'no-import-cycles': noImportCycles,
    'no-junk-rooms': noJunkRooms,
    'one-way-imports': oneWayImports,
  },
};

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

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'data/', 'coverage/'] },
  js.configs.recommended,
  {
    plugins: { structure },
    rules: {
      'structure/no-junk-rooms': 'error',
      'structure/one-way-imports': 'error',
      'structure/no-import-cycles': 'error',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Name each export by hand.' },
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
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname },
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
    // main reads the environment and prints to the person; tests and scripts do as well
    files: [
      'services/*/src/main.ts',
      'services/*/src/*-main.ts',
      'tests/**',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.test.ts',
    ],
    languageOptions: { globals: nodeGlobals },
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
);
