import { clickHouseUserStatements } from './ensure-clickhouse-user';

const user = { user: 'kurz_`api', password: 'geheim' };

test('An API may read counts and add those by hour and by day, and its password goes as a hash', () => {
  const statements = clickHouseUserStatements({ database: 'kurz' }, 'api', user);
  expect(statements.at(-1)).toBe(
    'GRANT SELECT ON kurz.*, INSERT ON kurz.clicks_hourly, INSERT ON kurz.clicks_daily, ' +
      'INSERT ON kurz.clicks_daily_by TO `kurz_\\`api` WITH REPLACE OPTION',
  );
  expect(statements.join()).not.toContain('geheim');
  expect(statements[0]).toMatch(/IDENTIFIED WITH sha256_hash BY '[0-9a-f]{64}'$/);
});

test('Rights that a later release has given stay where they are kept', () => {
  const statements = clickHouseUserStatements({ database: 'kurz' }, 'ingester', user, { rights: 'kept' });
  expect(statements.at(-1)).toMatch(/^GRANT .* TO `kurz_\\`api`$/);
});

test('On a cluster every replica gets the user', () => {
  const statements = clickHouseUserStatements({ database: 'kurz', cluster: 'k' }, 'ingester', user);
  expect(statements).toHaveLength(3);
  for (const statement of statements) expect(statement).toContain(" ON CLUSTER 'k' ");
});
