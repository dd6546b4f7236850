// GET /urls/:slug/stats, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { linkStats } from './access/endpoints';

describeAccess(linkStats);
