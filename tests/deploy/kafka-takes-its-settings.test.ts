// A broker exits at its start when a setting has a wrong type or range, and ignores an unknown setting. So a real one
// starts with the settings of docker-compose.yml, and reports what it has understood.

import { startKafka, type TestKafka } from '@kurz/backends';
import { KAFKA_IMAGE } from '../backends/src/docker/start-docker-kafka';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { at, entriesOf, readText, readYaml, textOf } from './deploy-files';

/** Variables of the image's own scripts and the JVM, not of the broker. */
const NO_SETTINGS = ['KAFKA_HEAP_OPTS'];
/** The broker's addresses and identity: a test's broker has its own. */
const PLACES = /^(node\.id|process\.roles|log\.dirs|.*listener.*|controller\.quorum\.voters)$/;

const environment = entriesOf(at(readYaml('docker-compose.yml'), 'services', 'kafka', 'environment'));

/** Names a setting as the image does: KAFKA_LOG_DIRS is log.dirs. */
const settingOf = (variable: string) => variable.slice('KAFKA_'.length).toLowerCase().replaceAll('_', '.');

const settings: Record<string, string> = Object.fromEntries(
  environment
    .filter(([name]) => name.startsWith('KAFKA_') && !NO_SETTINGS.includes(name))
    .map(([name, value]): [string, string] => [settingOf(name), textOf(value)])
    .filter(([name]) => !PLACES.test(name)),
);

describe('a broker with the settings of docker-compose.yml', () => {
  let node: TestKafka;
  beforeAll(async () => {
    node = await startKafka({ settings });
  });
  afterAll(() => node.close());

  it('starts, and has understood each of them', async () => {
    const admin = new Kafka({ brokers: node.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.BROKER, name: '1' }],
    });
    await admin.disconnect();
    const understood = new Map(
      resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
    );
    expect(Object.keys(settings).length).toBeGreaterThan(5);
    expect(Object.keys(settings).map((name) => [name, understood.get(name)])).toEqual(
      Object.entries(settings),
    );
  });
});

it('Compose runs the version that every test runs against', () => {
  const image = textOf(at(readYaml('docker-compose.yml'), 'services', 'kafka', 'image'));
  expect(image).toBe(KAFKA_IMAGE);
});

it('what is due for the disk is looked for as often as it falls due', () => {
  expect(settings['log.flush.scheduler.interval.ms']).toBe(settings['log.flush.interval.ms']);
});

it('the name of the cluster is 128 bits, as the storage is formatted with', () => {
  const id = textOf(environment.find(([name]) => name === 'CLUSTER_ID')?.[1]);
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(Buffer.from(id, 'base64url')).toHaveLength(16);
});

it('the guide tells every operator what the broker of Compose has', () => {
  const told = [...readText('docs/operating.md').matchAll(/`((?:offsets|transactional)\.[a-z.]+)=(\d+)`/g)];
  expect(told.map(([, name = '', value]) => [name, value])).toEqual(
    ['offsets.retention.minutes', 'transactional.id.expiration.ms'].map((name) => [name, settings[name]]),
  );
});
