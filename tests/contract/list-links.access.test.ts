// GET /urls, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { listLinks } from './access/endpoints';

describeAccess(listLinks);
