// GET /urls, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { listLinks } from './access/endpoints';

describeAccess(listLinks);
