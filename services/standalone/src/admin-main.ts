// The process behind `npm run kurz`: the admin command, on the embedded product's data folder too.

import { runAdminProcess } from '@kurz/admin';
import { connectEmbedded } from './admin/connect-embedded';
import { readStandaloneSettings } from './settings/standalone-settings';

void runAdminProcess(
  {
    argv: process.argv,
    environment: process.env,
    print: (line) => console.log(line),
    complain: (fault) => console.error(fault),
  },
  (environment) => {
    const settings = readStandaloneSettings(environment);
    return (log) => connectEmbedded(settings, log);
  },
);
