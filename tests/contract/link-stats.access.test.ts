// GET /urls/:slug/stats, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { linkStats } from './access/endpoints';

describeAccess(linkStats);
