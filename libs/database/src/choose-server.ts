// Chooses among several servers for new connections: the one that takes writes. A standby, or a server that does not
// answer, is skipped in turn, so that connections follow a standby that becomes the primary.

import { Client, type ClientBase, type ClientConfig, type PoolConfig } from 'pg';

export type ServerAddress = { host: string; port: number };

/** PostgreSQL's own code for a server that cannot be used now. */
const CANNOT_CONNECT_NOW = '57P03';

export type ServerChoice = {
  /** For the pool: how it makes clients. */
  config: Pick<PoolConfig, 'Client'> & { onConnect: (client: ClientBase) => Promise<void> };
  /** Runs `connect` again while another server is left to try and `forMs` have not passed. */
  connect: <T>(connect: () => Promise<T>, forMs: number) => Promise<T>;
};

async function isStandby(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
  return rows[0]?.is_standby === true;
}

type Connected = (error: Error | null) => void;

/** `servers`: two or more. */
export function chooseServer(servers: readonly ServerAddress[]): ServerChoice {
  let current = 0;
  const serverOf = new WeakMap<ClientBase, number>();
  const failOver = (client: ClientBase) => {
    const server = serverOf.get(client);
    if (server === current) current = (server + 1) % servers.length;
  };

  class ClientOfChosen extends Client {
    constructor(config?: ClientConfig) {
      // the pool hides the password from being copied with the rest
      super({ ...config, password: config?.password, ...servers[current] });
      serverOf.set(this, current);
    }

    override connect(): Promise<this>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<this> | void {
      // only the pool makes clients, and it passes a callback
      if (!connected) throw new Error('connects for a pool only');
      super.connect((error: Error | null) => {
        if (error) failOver(this);
        connected(error);
      });
    }
  }

  const onConnect = async (client: ClientBase): Promise<void> => {
    if (!(await isStandby(client))) return;
    failOver(client);
    throw Object.assign(new Error('the server is a standby'), { code: CANNOT_CONNECT_NOW });
  };

  return {
    config: { Client: ClientOfChosen, onConnect },
    connect: async (connect, forMs) => {
      const begin = performance.now();
      for (let attempt = 1; ; attempt++) {
        const server = current;
        try {
          return await connect();
        } catch (error) {
          const isNextTried = server !== current && attempt < servers.length;
          if (!isNextTried || performance.now() - begin > forMs) throw error;
        }
      }
    },
  };
}
