// The internal ports of the stack's parts: free ports, drawn at each start.

import { freePort } from '@kurz/standalone/without-engine';
import { type ServiceName } from './start-service';

export type ServiceAddress = {
  /** `api-2` */
  name: string;
  service: ServiceName;
  opsPort: number;
  /** The port behind a front; 0 for a service whose port is a setting, or that has none. */
  port: number;
};

export type StackPorts = {
  redis: number;
  clickHouse: number;
  postgres: number;
  kafka: { clients: number; internal: number; controller: number };
  services: ServiceAddress[];
};

/** The topology: one redirector (of two workers), two ingesters, two APIs. */
const SERVICES: [name: string, service: ServiceName][] = [
  ['redirector', 'redirector'],
  ['ingester-1', 'ingester'],
  ['ingester-2', 'ingester'],
  ['api-1', 'api'],
  ['api-2', 'api'],
];

export async function drawPorts(): Promise<StackPorts> {
  const services: ServiceAddress[] = [];
  for (const [name, service] of SERVICES)
    services.push({
      name,
      service,
      opsPort: await freePort(),
      port: service === 'api' ? await freePort() : 0,
    });
  return {
    redis: await freePort(),
    clickHouse: await freePort(),
    postgres: await freePort(),
    kafka: { clients: await freePort(), internal: await freePort(), controller: await freePort() },
    services,
  };
}
