// Loads testcontainers when a container is wanted: its 700 files would cost every test file 0.3 s.

import { createRequire } from 'node:module';
import type * as testcontainers from 'testcontainers';

type Testcontainers = typeof testcontainers;

const isTestcontainers = (value: unknown): value is Testcontainers =>
  typeof value === 'object' &&
  value !== null &&
  'GenericContainer' in value &&
  'getContainerRuntimeClient' in value;

/** Uses require, because jest does not run import() in CommonJS files. */
export function loadTestcontainers(): Testcontainers {
  const loaded: unknown = createRequire(__filename)('testcontainers');
  if (!isTestcontainers(loaded)) throw new Error('this version of testcontainers is not the one expected');
  return loaded;
}
