// The process behind `npm run kurz`: the admin command, which also works on the embedded product's data folder.

import { runAsOwnProcess } from '@kurz/admin';
import { embeddedOf } from './admin/connect-embedded';

// ClickHouse's engine exits when it has no data of the machine's time zone, such as `CET-1CEST`
process.env['TZ'] = 'UTC';

void runAsOwnProcess({ argv: process.argv, environment: process.env }, embeddedOf);
