// POST /urls, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { createLink } from './access/endpoints';

describeAccess(createLink);
