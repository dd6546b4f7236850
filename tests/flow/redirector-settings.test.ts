import { startService } from './service-process';

test('Bad settings end the start with exit code 1, every fault in plain words, and no secret among them', async () => {
  const service = startService('redirector', {
    KURZ_PORT: 'web',
    KURZ_WORKERS: '0',
    KURZ_POSTGRES_URL: 'postgres://kurz:geheim@db',
    KURZ_KAFKA_BROKERS: 'kafka',
    KURZ_REDIS_URL_FILE: '/absent/redis-url',
  });
  const { code, log } = await service.ended;
  expect(code).toBe(1);
  const faults = log.split('\n').filter((line) => line.startsWith('  - '));
  expect(faults.map((fault) => fault.split(' ')[3]).sort()).toEqual([
    'KURZ_JOURNAL_DIR',
    'KURZ_KAFKA_BROKERS',
    'KURZ_PORT',
    'KURZ_POSTGRES_URL',
    'KURZ_REDIS_URL',
    'KURZ_REDIS_URL_FILE',
    'KURZ_WORKERS',
  ]);
  expect(log).not.toContain('geheim');
});
