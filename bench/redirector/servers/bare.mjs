// The yardstick.

import { makeBareServer } from './parts/make-bare-server.mjs';
import { serve } from './serve.mjs';

serve(makeBareServer());
