// One participant: a link cache on the Redis or the Redis Cluster under test.

import { IS_CLUSTER_TESTED } from '@kurz/backends';
import type { LinkCache } from '@kurz/link-cache';
import { openClusterLinkCache } from './open-cluster-link-cache';
import { openLinkCache } from './open-link-cache';

export const openTestedLinkCache = (
  url: string,
): Promise<{ linkCache: LinkCache; close: () => Promise<void> }> =>
  IS_CLUSTER_TESTED ? openClusterLinkCache(url) : openLinkCache(url);
