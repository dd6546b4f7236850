// GET /zones, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { zones } from './access/endpoints';

describeAccess(zones);
