// KURZ_KAFKA_BROKERS may name IPv6 addresses. The test relays an IPv6 address of this machine to the broker, which then
// advertises its own address, as it does to every client.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import { startKafka, type TestKafka } from '@kurz/backends';
import { ensureTopics } from '@kurz/click-stream';
import { TESTED } from '../../tested-client';

const hasIpv6 = Object.values(os.networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

let kafka: TestKafka;
let way: Server;

beforeAll(async () => {
  if (!hasIpv6) return;
  kafka = await startKafka();
  const [host = '', port = ''] = kafka.brokers[0]?.split(':') ?? [];
  way = createServer((socket) => {
    const broker = connect({ host, port: Number(port) });
    socket.pipe(broker).pipe(socket);
    for (const end of [socket, broker])
      end.on('error', () => [socket, broker].forEach((one) => one.destroy()));
  }).listen(0, '::1');
  await once(way, 'listening');
});
afterAll(async () => {
  way?.close();
  await kafka?.close();
});

const title = 'finds Kafka by an IPv6 address';
(hasIpv6 ? it : it.skip)(hasIpv6 ? title : `${title} (this machine has none)`, async () => {
  const brokers = [`[::1]:${(way.address() as AddressInfo).port}`];
  const topics = { topic: 'clicks', deadTopic: 'clicks.dead', partitions: 1, replication: 1 };
  const changes = await ensureTopics(
    { brokers, clientId: 'test', client: TESTED },
    { ...topics, retentionMs: 86_400_000 },
  );
  expect(changes.map(({ change }) => change)).toEqual(['created', 'created']);
});
