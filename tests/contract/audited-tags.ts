// The endpoints that change tags, with the events that they write.

import type { AuditedEndpoint } from './audited-endpoint';
import type { WritingWorld } from './writing-world';

/** Endpoints by method and path. */
export function auditedTags(
  { addTag, newName }: WritingWorld,
  prefix: string,
  send: (method: string, path: string, body?: object) => Promise<number>,
): Record<string, AuditedEndpoint> {
  return {
    [`PATCH ${prefix}/tags/:tag`]: {
      action: 'tag.renamed',
      call: async (begin) => {
        const tag = await addTag();
        await begin();
        return send('PATCH', `/tags/${tag}`, { name: newName() });
      },
    },
    [`DELETE ${prefix}/tags/:tag`]: {
      action: 'tag.deleted',
      call: async (begin) => {
        const tag = await addTag();
        await begin();
        return send('DELETE', `/tags/${tag}`);
      },
    },
  };
}
