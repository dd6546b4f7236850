// GET /zones, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { zones } from './access/endpoints';

describeAccess(zones);
