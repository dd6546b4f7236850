// Helm, built by Go.

import { goPrograms } from '../go-programs.mjs';

export const HELM = goPrograms('helm-3.22.0', ['helm.sh/helm/v3/cmd/helm@v3.22.0']);
