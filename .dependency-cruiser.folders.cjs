// No cycle of folders inside a package, types included. Tests and their fixtures are left out: they may look at any
// folder of their package.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'two folders that import each other are one folder, or three',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // include type-only imports
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    exclude: { path: '\\.test\\.ts$|fixture' },
  },
};
