// GET /urls/campaigns, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { campaigns } from './access/endpoints';

describeAccess(campaigns);
