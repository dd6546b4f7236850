// GET /urls/campaigns, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { campaigns } from './access/endpoints';

describeAccess(campaigns);
