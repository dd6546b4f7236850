// The transactions of one journal: what each client of Kafka offers to shipping.

export type ShippedMessage = {
  partition: number;
  key: string;
  value: Buffer;
  headers: Readonly<Record<string, string>>;
};

export type ShippedOffset = {
  groupId: string;
  topic: string;
  partition: number;
  offset: number;
  metadata: string;
};

/** One transaction at a time, and one call at a time. After any error, only another producer may be used. */
export type JournalTransaction = {
  send: (message: ShippedMessage) => Promise<void>;
  sendOffset: (offset: ShippedOffset) => Promise<void>;
  commit: () => Promise<void>;
};

export type JournalTransactions = {
  /** Fences an earlier producer of the journal and ends what it had begun. Called once, before any transaction. */
  fence: () => Promise<void>;
  begin: () => Promise<JournalTransaction>;
  close: () => Promise<void>;
};

export type TransactionSettings = { transactionalId: string; topic: string };

/** Kafka ends a transaction that is open for longer, and fences its producer. */
export const TRANSACTION_TIMEOUT_MS = 60_000;
export const PRODUCE_TIMEOUT_MS = 10_000;
