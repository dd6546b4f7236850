// A real ClickHouse whose inserts a test intercepts: an insert may fail, wait, or lose its answer.

import type { ClickHouse } from '@kurz/click-tables';

type Client = ClickHouse['client'];
export type InsertParams = Parameters<Client['insert']>[0];
export type Insert = (params: InsertParams) => ReturnType<Client['insert']>;

/** `assertAlive` is called before each use of the client other than an insert. */
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
