// Which zones may have a certificate: shared ones, and a workspace's own whose ownership was verified; switched on.

import type { Tables } from '@kurz/database';
import type { ExpressionBuilder } from 'kysely';

export const mayHaveCertificate = (zone: ExpressionBuilder<Tables, 'zones'>) =>
  zone.and([zone('is_enabled', '=', true), zone('is_proven', '=', true)]);
