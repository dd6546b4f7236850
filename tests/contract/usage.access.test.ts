// GET /usage, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { usage } from './access/endpoints';

describeAccess(usage);
