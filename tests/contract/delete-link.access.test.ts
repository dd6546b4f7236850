// DELETE /urls/:slug, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { deleteLink } from './access/endpoints';

describeAccess(deleteLink);
