// PATCH /urls/batch, contract §5: authorization.

import { describeAccess } from './access/describe-access';
import { editBatch } from './access/endpoints';

describeAccess(editBatch);
