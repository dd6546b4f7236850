// An overlay as `kubectl apply -k` would send it.

import path from 'node:path';
import { ROOT, yamlDocuments, type Tree } from './deploy-files';
import { kustomizeBuild, ran } from './deploy-tools';

export const OVERLAYS = ['small', 'production'] as const;

export function renderedText(overlay: (typeof OVERLAYS)[number]): string {
  const built = ran(kustomizeBuild(), path.join(ROOT, 'deploy', 'kubernetes', 'overlays', overlay));
  if (!built.ok) throw new Error(built.output);
  return built.stdout;
}

export const rendered = (overlay: (typeof OVERLAYS)[number]): Tree[] => yamlDocuments(renderedText(overlay));
