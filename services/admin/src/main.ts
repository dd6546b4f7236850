// The admin command of the image: manages the installation on the servers that its settings name.

import { runAsOwnProcess } from './run-admin-process';

void runAsOwnProcess({ argv: process.argv, environment: process.env });
