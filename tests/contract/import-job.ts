// The import of a file by the web app's endpoints, step by step.

import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPerson } from './console-browser';

export type Job = {
  id: string;
  state: string;
  source: string;
  fileName: string;
  waitsUntil: string | null;
  counts: Record<string, number>;
  total: number | null;
  importId: string | null;
  fault: string | null;
  undone: { removed: number; kept: number } | null;
};
export type PastImport = { id: string; source: string; state: string; links: number };
type Answer = { job: Job; code?: string };

let names = 0;
/** Slugs belong to the whole installation's domain. */
export const newName = () => `imported-${++names}`;
export const csvOf = (...slugs: string[]) =>
  ['slug,url,tags', ...slugs.map((slug) => `${slug},https://a.example/${slug},moved`)].join('\n');
export const NO_COUNTS = {
  new: 0,
  same: 0,
  conflict: 0,
  slug_not_allowed: 0,
  destination_refused: 0,
  domain_missing: 0,
  invalid: 0,
};

const POLL_MS = 50;
const CSV = { 'content-type': 'text/csv' };

export function makeImporter({ browser }: Pick<TestPerson, 'browser'>, workspaceId: string) {
  const at = `/workspaces/${workspaceId}/imports`;
  const call = <T = Answer>(method: string, path: string, body?: unknown) =>
    browser.call<T>(method, at + path, { body });

  const list = async () => (await call<{ job: Job | null; imports: PastImport[] }>('GET', '')).body;

  /** Uploads parts of `partLength` characters, the last part first. */
  async function upload(
    content: string,
    { zoneDomain, partLength = 1_000_000 }: { zoneDomain?: string; partLength?: number } = {},
  ) {
    const bytes = Buffer.byteLength(content);
    const created = await call('POST', '/jobs', { fileName: 'links.csv', bytes, zoneDomain });
    if (created.status !== 201) throw new Error(`the upload ended with ${created.status}`);
    const { id } = created.body.job;
    const parts = Array.from({ length: Math.ceil(content.length / partLength) }, (_, part) =>
      content.slice(part * partLength, (part + 1) * partLength),
    );
    for (const [part, text] of [...parts.entries()].reverse()) {
      const { status } = await browser.call('PUT', `${at}/jobs/${id}/parts/${part}`, {
        body: text,
        headers: CSV,
      });
      if (status !== 204) throw new Error(`part ${part} ended with ${status}`);
    }
    return id;
  }

  /** The job when no process has anything more to do. */
  async function settled(): Promise<Job> {
    for (;;) {
      const { job } = await list();
      if (!job) throw new Error('there is no job');
      if (!['checking', 'running', 'undoing'].includes(job.state)) return job;
      await sleep(POLL_MS);
    }
  }

  async function step(path: string, sent?: object): Promise<Job> {
    const { status, body } = await call('POST', path, sent);
    if (status !== 202) throw new Error(`${path} ended with ${status} ${body.code}`);
    return settled();
  }

  return {
    at,
    call,
    list,
    upload,
    settled,
    put: (id: string, part: number | string, body: string, headers: Record<string, string> = CSV) =>
      browser.call<{ code?: string; error: string }>('PUT', `${at}/jobs/${id}/parts/${part}`, {
        body,
        headers,
      }),
    check: async (content: string, options?: Parameters<typeof upload>[1]) =>
      step(`/jobs/${await upload(content, options)}/check`),
    read: (body: object) => step('/readings', body),
    start: (id: string) => step(`/jobs/${id}/start`),
    undo: (id: string) => step(`/${id}/undo`),
    report: async (id: string, outcome: string, language = 'en') => {
      const path = `${at}/jobs/${id}/reports/${outcome}`;
      return (await browser.call<string>('GET', path, { headers: { 'accept-language': language } })).body;
    },
  };
}
