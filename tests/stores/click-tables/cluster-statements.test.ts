// On a cluster the same migrations make replicated tables. No Keeper runs here, so ClickHouse's own parser checks the
// statements.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startClickHouse, type TestClickHouse } from '@kurz/backends';
import { migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { clickHouseUserStatements } from '../../../libs/click-tables/src/ensure-clickhouse-user';
import { groundStatements, migrationStatements } from '../../../libs/click-tables/src/migration-statements';

const DIRECTORY = path.join(__dirname, '../../../libs/click-tables/migrations');
const files = readdirSync(DIRECTORY).filter((name) => name.endsWith('.sql'));
const statementsAt = (place: { database: string; cluster?: string }) => [
  ...groundStatements(place),
  ...files.flatMap((name) => migrationStatements(readFileSync(path.join(DIRECTORY, name), 'utf8'), place)),
];

let server: TestClickHouse;
let clickHouse: ClickHouse;
beforeAll(async () => {
  server = await startClickHouse();
  clickHouse = openClickHouse(server.options);
});
afterAll(async () => {
  await clickHouse.close();
  await server.close();
});

const astOf = async (statement: string) => {
  const result = await clickHouse.client.query({
    query: `EXPLAIN AST ${statement}`,
    format: 'TabSeparatedRaw',
  });
  return result.text();
};

test.each(['kurz_cluster', '{cluster}', "it's"])(
  'on the cluster %s every definition goes to all replicas, and every table replicates',
  async (cluster) => {
    const statements = statementsAt({ database: 'kurz', cluster });
    expect(statements.length).toBeGreaterThanOrEqual(5);
    for (const statement of statements) {
      expect(statement).toMatch(/^(CREATE|ALTER|DROP|RENAME)[^(]* ON CLUSTER '/);
      expect(statement).not.toMatch(/fsync|\{engine\}|\{settings\}/);
      const ast = await astOf(statement);
      if (statement.startsWith('CREATE TABLE')) {
        expect(ast).toMatch(/Function ReplicatedReplacingMergeTree|ReplicatedReplacingMergeTree/);
      }
    }
  },
);

test('on a single node nothing is replicated, and each insert reaches the disk', async () => {
  for (const statement of statementsAt({ database: 'kurz' })) {
    expect(statement).not.toMatch(/CLUSTER|Replicated|\{engine\}|\{settings\}/);
    if (statement.startsWith('CREATE TABLE')) expect(statement).toContain('fsync_after_insert = 1');
    await astOf(statement);
  }
});

test.each([undefined, 'kurz_cluster', '{cluster}'])(
  'on %s every statement that makes the user of a service is one of ClickHouse',
  async (cluster) => {
    const user = { user: "kurz_`api'\\", password: "it's" };
    for (const service of ['ingester', 'api'] as const) {
      const statements = clickHouseUserStatements({ database: 'kurz', cluster }, service, user);
      expect(statements.map((statement) => /^\w+/.exec(statement)?.[0])).toEqual([
        'CREATE',
        'ALTER',
        'GRANT',
      ]);
      for (const statement of statements)
        expect(await astOf(statement)).toMatch(/CreateUserQuery|GrantQuery/);
    }
  },
);

test('a statement that is none is refused by the parser, so that the tests above say something', async () => {
  await expect(
    astOf('CREATE TABLE a.b ON CLUSTER (x Int8) ENGINE = ReplicatedReplacingMergeTree'),
  ).rejects.toThrow();
  await expect(astOf('CREATE USER a IDENTIFIED WITH none_such BY 0')).rejects.toThrow();
  await expect(astOf('GRANT SELECTT ON kurz.* TO a')).rejects.toThrow();
});

test('migrating again changes nothing, also when two do it at once', async () => {
  await Promise.all([migrateClickTables(clickHouse), migrateClickTables(clickHouse)]);
  expect(await migrateClickTables(clickHouse)).toEqual([]);
});
