// An overlay as `kubectl apply -k` would send it.

import path from 'node:path';
import { at, readText, ROOT, textOf, yamlDocuments, type Tree } from './deploy-files';
import { kustomizeBuild, ran } from './deploy-tools';

export const OVERLAYS = ['small', 'production'] as const;

export function renderedText(overlay: (typeof OVERLAYS)[number]): string {
  const built = ran(kustomizeBuild(), path.join(ROOT, 'deploy', 'kubernetes', 'overlays', overlay));
  if (!built.ok) throw new Error(built.output);
  return built.stdout;
}

export const rendered = (overlay: (typeof OVERLAYS)[number]): Tree[] => yamlDocuments(renderedText(overlay));

/** doctor's pod, with the ConfigMap of this overlay. */
export function doctorOf(overlay: (typeof OVERLAYS)[number]): Tree {
  const maps = rendered(overlay).filter((document) => at(document, 'kind') === 'ConfigMap');
  const settings = textOf(at(maps[0], 'metadata', 'name'));
  const text = readText('deploy/kubernetes/doctor.yaml')
    .replace('{ name: kurz-settings }', `{ name: ${settings} }`)
    .replace('generateName: doctor-', 'name: doctor');
  return yamlDocuments(text)[0] ?? null;
}
