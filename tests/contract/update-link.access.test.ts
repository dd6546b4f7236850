// PATCH /urls/:slug, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { updateLink } from './access/endpoints';

describeAccess(updateLink);
