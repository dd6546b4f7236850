// PATCH /urls/:slug, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { updateLink } from './access/endpoints';

describeAccess(updateLink);
