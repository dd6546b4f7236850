// Makes a statement fail on its way through a proxy to PostgreSQL, on whichever connection it comes.

import type { TestProxy } from '@kurz/backends';

/** `refused`: a deadlock ends its transaction. `lost`: it is executed, even a COMMIT, but its answer is lost. */
export type StatementFault = 'refused' | 'lost';

const LENGTH = 4;
const DEADLOCK = "DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$";

function queryOf(text: string): Buffer {
  const head = Buffer.from('Q0000');
  head.writeInt32BE(LENGTH + text.length + 1, 1);
  return Buffer.concat([head, Buffer.from(`${text}\0`)]);
}

/** Calls back for each statement, with all of its messages, however the network has cut them. */
function eachStatement(passed: (statement: Buffer) => Buffer): (sent: Buffer) => Buffer {
  let waiting = Buffer.alloc(0);
  let statement: Buffer[] = [];
  // the first message, which has no type, begins the session
  let isBegun = false;
  const next = (): Buffer | undefined => {
    const before = isBegun ? 1 : 0;
    const length = waiting.length < before + LENGTH ? Infinity : before + waiting.readInt32BE(before);
    if (waiting.length < length) return undefined;
    const message = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    return message;
  };
  return (sent) => {
    waiting = Buffer.concat([waiting, sent]);
    const passing: Buffer[] = [];
    for (let message = next(); message; message = next()) {
      const type = isBegun ? message.toString('latin1', 0, 1) : '';
      isBegun = true;
      // start of the session, password, end of the session
      if (['', 'p', 'X'].includes(type)) passing.push(message);
      else statement.push(message);
      // a statement ends with Query or Sync
      if (!['Q', 'S'].includes(type)) continue;
      passing.push(passed(Buffer.concat(statement)));
      statement = [];
    }
    return Buffer.concat(passing);
  };
}

/** Applies to connections that are made from now on. */
export function failStatements(proxy: TestProxy) {
  let left = Infinity;
  let fault: StatementFault = 'refused';
  const pass = (statement: Buffer): Buffer => {
    left--;
    if (left !== 0) return statement;
    if (fault === 'refused') return queryOf(DEADLOCK);
    proxy.cutAnswerAfter(0);
    return statement;
  };
  proxy.interfere(() => eachStatement(pass));
  const heal = (): boolean => {
    const hasFailed = left <= 0;
    left = Infinity;
    proxy.cutAnswerAfter(Infinity);
    return hasFailed;
  };
  return {
    /** The n-th from now on. */
    failNth: (n: number, how: StatementFault) => {
      [left, fault] = [n, how];
    },
    /** Stops failing statements. Returns whether one has failed. */
    heal,
    /** As `heal` once the statement has failed. Before that it does nothing and returns false. */
    healIfFailed: (): boolean => left <= 0 && heal(),
  };
}
