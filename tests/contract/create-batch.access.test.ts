// POST /urls/batch, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { createBatch } from './access/endpoints';

describeAccess(createBatch);
