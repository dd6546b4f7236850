// GET /urls/:slug, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { readLink } from './access/endpoints';

describeAccess(readLink);
