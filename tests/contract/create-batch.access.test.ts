// POST /urls/batch, contract §5: who gets in.

import { describeAccess } from './access/describe-access';
import { createBatch } from './access/endpoints';

describeAccess(createBatch);
