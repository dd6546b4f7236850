// Where a file stands in the workspace: which kind of package, which package, its root.

import path from 'node:path';

const KINDS = { libs: 'lib', services: 'service' };

/** `{ kind: 'lib' | 'service', name, root }` of a product file, or undefined for tests and configuration. */
export function placeOf(file, workspace) {
  const [top, name] = path.relative(workspace, file).split(path.sep);
  const kind = KINDS[top];
  return kind && name ? { kind, name, root: path.join(workspace, top, name) } : undefined;
}
