// DELETE /urls/:slug, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { deleteLink } from './access/endpoints';

describeAccess(deleteLink);
