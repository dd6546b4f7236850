// The process behind `npm run kurz`: the admin command, on the embedded product's data folder too.

import { runAsOwnProcess } from '@kurz/admin';
import { embeddedOf } from './admin/connect-embedded';

void runAsOwnProcess({ argv: process.argv, environment: process.env }, embeddedOf);
