// What the process that holds a data folder says of itself over the folder's socket.

/** Where the holder's PostgreSQL listens; the password stands in secrets.json. */
export type HolderStatus = {
  pid: number;
  /** `running` is the product, ready to be worked beside; `command` an admin command that will be over soon. */
  state: 'starting' | 'running' | 'stopping' | 'command';
  postgres?: { host: string; port: number; database: string; user: string };
};

const STATES: readonly unknown[] = ['starting', 'running', 'stopping', 'command'];

function isPostgres(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { host, port, database, user }: Record<string, unknown> = { ...value };
  return [host, database, user].every((text) => typeof text === 'string') && Number.isInteger(port);
}

/** True for a status as this version writes it. */
export function isHolderStatus(value: unknown): value is HolderStatus {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, state, postgres }: Record<string, unknown> = { ...value };
  return Number.isInteger(pid) && STATES.includes(state) && isPostgres(postgres);
}
