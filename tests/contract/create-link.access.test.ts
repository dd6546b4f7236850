// POST /urls, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { createLink } from './access/endpoints';

describeAccess(createLink);
