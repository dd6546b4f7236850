// The ClickHouse engine inside this process. A package of its own, because it takes 166 MB of memory and 540 MB of disk:
// only who embeds it loads it.

export { embeddedConnection } from './embedded-connection';
