// What the process that holds a data folder says of itself over the folder's socket.

/** Where the owner's PostgreSQL listens; the password is in secrets.json. */
export type OwnerStatus = {
  pid: number;
  /** `running` is the product, ready to be worked beside; `command` an admin command that will be over soon. */
  state: 'starting' | 'running' | 'stopping' | 'command';
  postgres?: { host: string; port: number; database: string; user: string };
  /** Its visits are counted by services on these servers, not in its own process: the folder's imports are not read. */
  servers?: OwnerServers;
};

export type OwnerServers = {
  kafkaBrokers: string[];
  /** Default: kafkajs. */
  kafkaClient?: 'kafkajs' | 'platformatic';
  topic: string;
  redisUrl: string;
  clickHouseUrl?: string;
  /** Where people open the web app, where KURZ_APP_URL does not say. */
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

/** True for a status as this version writes it. */
export function isOwnerStatus(value: unknown): value is OwnerStatus {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, state, postgres, servers }: Record<string, unknown> = { ...value };
  return Number.isInteger(pid) && STATES.includes(state) && isPostgres(postgres) && isServers(servers);
}
