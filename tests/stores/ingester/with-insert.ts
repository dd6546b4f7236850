// A real ClickHouse whose inserts the test intercepts: it may fail, wait, or lose the answer.

import type { ClickHouse } from '@kurz/click-tables';

type Client = ClickHouse['client'];
export type InsertParams = Parameters<Client['insert']>[0];
export type Insert = (params: InsertParams) => ReturnType<Client['insert']>;

/** `assertAlive` is called before everything else that is asked of the client. */
export function withInsert(
  real: ClickHouse,
  insert: (real: Insert, params: InsertParams) => ReturnType<Client['insert']>,
  assertAlive = () => {},
): ClickHouse {
  const client = new Proxy(real.client, {
    get: (target, property): unknown => {
      if (property === 'insert') {
        return (params: InsertParams) => insert((passed) => target.insert(passed), params);
      }
      assertAlive();
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...real, client };
}
