// The custom resource definitions of KEDA and of the Prometheus operator, from their Go modules.

import path from 'node:path';
import { fetchModule } from '../go-programs.mjs';

const DEFINITIONS = [
  {
    module: 'github.com/kedacore/keda/v2@v2.17.2',
    files: [
      'config/crd/bases/keda.sh_scaledobjects.yaml',
      'config/crd/bases/keda.sh_triggerauthentications.yaml',
    ],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: [
      'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
      'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    ],
  },
];

/** Gives the files, or why they cannot be had. */
export function findDefinitions() {
  const found = [];
  for (const { module, files } of DEFINITIONS) {
    try {
      const { Dir: folder } = fetchModule(module);
      found.push(...files.map((file) => path.join(folder, file)));
    } catch (error) {
      return { refusal: `${module} cannot be had: ${error.message.slice(-300)}` };
    }
  }
  return { files: found };
}
