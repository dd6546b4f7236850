// The admin command as a library, for the embedded product, which also runs it on its own data folder.

export {
  ADMIN_DATABASE_OPTIONS,
  type AdminConnecting,
  type OpenedConnection,
  type PepperFile,
} from './connection/admin-connection';
export { applyThrough, countsOf } from './connection/connect-servers';
export { runAdminProcess, runAsOwnProcess } from './run-admin-process';
export { publishCommittedImports } from './visits-import/import-journal';
