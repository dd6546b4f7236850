// The status that the owner of a data folder reports over the folder's socket.

/** Where the owner's PostgreSQL listens; the password is in secrets.json. */
export type OwnerStatus = {
  pid: number;
  /** `running`: the product is ready, and a command may work beside it. `command`: an admin command, soon over. */
  state: 'starting' | 'running' | 'stopping' | 'command';
  postgres?: { host: string; port: number; database: string; user: string };
  /** Services on these servers count the visits, not the owner's process. The folder's imports are not read then. */
  servers?: OwnerServers;
};

export type OwnerServers = {
  kafkaBrokers: string[];
  /** Default: kafkajs. */
  kafkaClient?: 'kafkajs' | 'platformatic';
  topic: string;
  redisUrl: string;
  clickHouseUrl?: string;
  /** The web app's address, when KURZ_APP_URL is not set. */
  appUrl?: string;
};

const KAFKA_CLIENTS: readonly unknown[] = ['kafkajs', 'platformatic', undefined];
const STATES: readonly unknown[] = ['starting', 'running', 'stopping', 'command'];

function isPostgres(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { host, port, database, user }: Record<string, unknown> = { ...value };
  return [host, database, user].every((text) => typeof text === 'string') && Number.isInteger(port);
}

function isServers(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const {
    kafkaBrokers,
    kafkaClient,
    topic,
    redisUrl,
    clickHouseUrl = '',
    appUrl = '',
  }: Record<string, unknown> = {
    ...value,
  };
  const brokers: unknown[] = Array.isArray(kafkaBrokers) ? kafkaBrokers : [undefined];
  const texts = [...brokers, topic, redisUrl, clickHouseUrl, appUrl];
  return KAFKA_CLIENTS.includes(kafkaClient) && texts.every((text) => typeof text === 'string');
}

/** True for a status in the format of this version. */
export function isOwnerStatus(value: unknown): value is OwnerStatus {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, state, postgres, servers }: Record<string, unknown> = { ...value };
  return Number.isInteger(pid) && STATES.includes(state) && isPostgres(postgres) && isServers(servers);
}
