// The parts of an installation on one machine besides the services: data folder, first start, PostgreSQL. A separate
// entry point, because the other one loads ClickHouse's engine, which takes 166 MB of memory.

export { openDataFolder } from './data-folder/data-folder';
export { lockDataFolder } from './data-folder/lock-data-folder';
export { openSecrets } from './data-folder/secrets';
export { formerSocketPathOf, socketPathOf } from './data-folder/socket-path';
export { beginFirstStart, endFirstStart } from './installation/first-start';
export { localDomainOf } from './http/own-address';
export { refusalOf, type PortRefusal } from './http/port-refusal';
export { portNotice } from './installation/banner';
export { ensureLocalZone } from './installation/local-zone';
export { freePort } from './postgres/free-port';
export { startEmbeddedPostgres } from './postgres/start-embedded-postgres';
