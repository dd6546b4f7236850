// One connection for occasional admin requests to Kafka. It is opened at the first request; a connection that failed is
// not used again.

import type { Admin, Kafka } from 'kafkajs';
import { withLeaderless } from './with-leaderless';

export type AdminClient = {
  run: <T>(request: (admin: Admin) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

const RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500 };

/** `hasRetries`: with the client's own retries. */
export function makeAdminClient(kafka: Kafka, { hasRetries = false } = {}): AdminClient {
  let opened: Promise<Admin> | undefined;

  const open = async () => {
    const admin = kafka.admin(hasRetries ? {} : { retry: RETRY });
    await admin.connect();
    return admin;
  };
  const drop = async (admin: Promise<Admin>) => {
    if (opened === admin) opened = undefined;
    await admin.then((open) => open.disconnect()).catch(() => undefined);
  };

  return {
    run: async (request) => {
      const admin = (opened ??= open());
      try {
        return await withLeaderless(async () => request(await admin));
      } catch (error) {
        void drop(admin);
        throw error;
      }
    },
    close: async () => {
      if (opened) await drop(opened);
    },
  };
}
