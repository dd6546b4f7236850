// Uploads a file in parts.

import { api, unwrap } from '../../api/client';

/** Small enough for every proxy. After a renewal of the session only the one part is sent again. */
const PART_BYTES = 512 * 1024;

export type Upload = { file: File; zoneDomain: string };

/** Resolves with the id of the job that has the file. `onSent` gets the number of bytes that have arrived. */
export async function uploadFile(
  { file, zoneDomain }: Upload,
  workspace: string,
  onSent: (bytes: number) => void,
): Promise<string> {
  const { job } = await unwrap(
    api.POST('/workspaces/{workspace}/imports/jobs', {
      params: { path: { workspace } },
      body: { fileName: file.name, bytes: file.size, ...(zoneDomain !== '' && { zoneDomain }) },
    }),
  );
  const path = { workspace, job: job.id };
  for (let sent = 0, part = 0; sent < file.size; sent += PART_BYTES, part++) {
    const content = file.slice(sent, sent + PART_BYTES);
    await unwrap(
      api.PUT('/workspaces/{workspace}/imports/jobs/{job}/parts/{part}', {
        params: { path: { ...path, part } },
        headers: { 'Content-Type': 'text/csv' },
        // raw bytes, because the text may be UTF-16
        body: '',
        bodySerializer: () => content,
      }),
    );
    onSent(Math.min(sent + PART_BYTES, file.size));
  }
  return job.id;
}
