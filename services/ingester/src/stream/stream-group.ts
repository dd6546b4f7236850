// The consumer groups of the ingester, one for each way of counting.

import type { ConsumerName } from '../consume/consumer';

export const streamGroupOf = (consumer: ConsumerName) => `kurz-${consumer}`;
