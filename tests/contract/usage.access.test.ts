// GET /usage, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { usage } from './access/endpoints';

describeAccess(usage);
