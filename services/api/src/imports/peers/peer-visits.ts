// The visits of one link by the API of another shortener, page by page.

import { SourceChanged, SourceLacks, type MovedVisit } from '../import-source';
import type { VisitsRequest } from './peer-api';

/**
 * Throws SourceChanged when the number of visits changes between two pages, because the pages are then not of one
 * moment. A link that is gone before its first page has no visits.
 */
export async function* peerVisits(
  first: VisitsRequest,
  fetchPath: (path: string) => Promise<unknown>,
): AsyncGenerator<readonly MovedVisit[]> {
  let all: number | undefined;
  let read = 0;
  for (let request: VisitsRequest | undefined = first; request;) {
    let body: unknown;
    try {
      body = await fetchPath(request.path);
    } catch (error) {
      if (error instanceof SourceLacks && all === undefined) return;
      throw error;
    }
    const { visits, of, next } = request.read(body);
    if (all !== undefined && all !== of) throw new SourceChanged('gets visits while they are read');
    all = of;
    read += visits.length;
    yield visits;
    request = next;
  }
  if (read !== all) throw new SourceChanged(`tells ${read} of ${all} visits of a link`);
}
