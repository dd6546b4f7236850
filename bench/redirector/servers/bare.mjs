// The bare server, which every other is compared with.

import { makeBareServer } from './parts/make-bare-server.mjs';
import { serve } from './serve.mjs';

serve(makeBareServer());
