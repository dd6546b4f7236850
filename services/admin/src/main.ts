// The admin command of the image: manages the installation on the servers that its settings name.

import { runAdminProcess } from './run-admin-process';

void runAdminProcess({
  argv: process.argv,
  environment: process.env,
  print: (line) => console.log(line),
  complain: (fault) => console.error(fault),
});
