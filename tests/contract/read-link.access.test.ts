// GET /urls/:slug, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { readLink } from './access/endpoints';

describeAccess(readLink);
