// The import of a file in the web app, step by step: its upload in parts, the dry run, the run, and the reports. For
// owners and admins. The import loop does the work itself, so that it survives the process.

import type { Db } from '@kurz/database';
import { preferredLanguageOf, type Clock, type Log } from '@kurz/process';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer, answerStreamed } from '../http/route';
import { streamOf } from '../http/stream-of';
import { importOutcomes } from '../imports/evaluate-page';
import { findJob } from '../imports/jobs/import-job';
import { MAX_FILE_BYTES, MAX_PARTS, putPart, SHOWN_MAX_FILE } from '../imports/jobs/job-file';
import { readReport } from '../imports/jobs/job-reports';
import type { ImportLoop } from '../imports/jobs/import-loop';
import { beginCheck, beginRun, beginUpload, removeJob } from '../imports/jobs/step-job';
import { quotaRequestOf } from '../links/link-quota';
import type { PlanTable } from '../plans/plan-table';
import { normaliseDomain } from '../zones/normalise-domain';
import { answerOfJob, requesterOf, managing, reading } from './answer-of-import-job';
import { consolePaths } from './console-paths';

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  importLoop: Pick<ImportLoop, 'trigger' | 'peerReader'>;
};
type NewFile = { fileName: string; bytes: number; zoneDomain?: string };

const MAX_NAME_CHARACTERS = 255;

const readNewFile = makeBodyReader<NewFile>({
  type: 'object',
  required: ['fileName', 'bytes'],
  properties: {
    fileName: { type: 'string' },
    bytes: { type: 'integer' },
    zoneDomain: { type: 'string' },
  },
});

function validateFile(body: unknown): { kind: 'file'; file: NewFile } | Refusal {
  const read = readNewFile(body);
  if (read.kind === 'refused') return read;
  const { fileName, bytes, zoneDomain } = read.body;
  const invalid = (params: Parameters<typeof refuse>[1] & object) => refuse('VALIDATION_FAILED', params);
  if (fileName === '') return invalid({ field: 'fileName', reason: 'empty' });
  if ([...fileName].length > MAX_NAME_CHARACTERS)
    return invalid({ field: 'fileName', reason: 'too_long', max: MAX_NAME_CHARACTERS });
  if (bytes > MAX_FILE_BYTES) return refuse('FILE_TOO_LARGE', { max: SHOWN_MAX_FILE });
  if (bytes < 1) return invalid({ field: 'bytes', reason: 'out_of_range', min: 1, max: MAX_FILE_BYTES });
  if (!zoneDomain) return { kind: 'file', file: { fileName, bytes } };
  const domain = normaliseDomain(zoneDomain);
  if (domain === undefined) return invalid({ field: 'zoneDomain', reason: 'not_a_domain' });
  return { kind: 'file', file: { fileName, bytes, zoneDomain: domain } };
}

const jobIn = ({ params }: ConsoleRequest) => params['job'] ?? '';

export function makeImportJobRoutes(
  { db, clock, log, importLoop }: Deps,
  { plans }: { plans?: PlanTable },
): WorkspaceRoute[] {
  async function create(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const validated = validateFile(request.body);
    if (validated.kind === 'refused') return validated;
    const begun = await beginUpload(db, requesterOf(request), validated.file);
    return begun.kind === 'refused' ? begun : answerOfJob(db, request, begun.id, 201);
  }

  async function put(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { body, params, workspace } = request;
    const part = /^\d{1,3}$/.test(params['part'] ?? '') ? Number(params['part']) : MAX_PARTS;
    if (part >= MAX_PARTS)
      return refuse('VALIDATION_FAILED', {
        field: 'part',
        reason: 'out_of_range',
        min: 0,
        max: MAX_PARTS - 1,
      });
    if (!Buffer.isBuffer(body) || body.length === 0)
      return refuse('VALIDATION_FAILED', { field: 'body', reason: 'empty' });
    const stored = await putPart(db, {
      workspaceId: workspace.id,
      jobId: jobIn(request),
      part,
      content: body,
    });
    if (stored === 'no_such_job') return refuse('IMPORT_NOT_FOUND');
    if (stored === 'too_large') return refuse('VALIDATION_FAILED', { field: 'body', reason: 'beyond_bytes' });
    return answer(204, undefined);
  }

  async function check(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const stepped = await beginCheck(db, requesterOf(request), jobIn(request));
    if (stepped.kind === 'refused') return stepped;
    importLoop.trigger();
    return answerOfJob(db, request, jobIn(request), 202);
  }

  async function start(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const quota = quotaRequestOf(request.workspace, clock.now(), plans);
    const stepped = await beginRun(db, requesterOf(request), jobIn(request), quota);
    if (stepped.kind === 'refused') return stepped;
    importLoop.trigger();
    return answerOfJob(db, request, jobIn(request), 202);
  }

  async function remove(request: ConsoleRequest): Promise<ConsoleOutcome> {
    if (!(await removeJob(db, request.workspace.id, jobIn(request)))) return refuse('IMPORT_NOT_FOUND');
    importLoop.peerReader.stop(jobIn(request));
    return answer(204, undefined);
  }

  async function report(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, params, headers, requestId } = request;
    const outcome = importOutcomes.find((one) => one === params['outcome']);
    const job = outcome && (await findJob(db, workspace.id, jobIn(request)));
    if (!job) return refuse('IMPORT_NOT_FOUND');
    const language = preferredLanguageOf(headers['accept-language']);
    const stream = streamOf(readReport(db, { jobId: job.id, outcome, language }), (error) => {
      if (error instanceof Error) log.warn({ event: 'export_cut', requestId, reason: error.message });
    });
    return answerStreamed(
      { type: 'text/csv; charset=utf-8', stream },
      { 'Content-Disposition': `attachment; filename="${outcome}.csv"` },
    );
  }

  const paths = consolePaths;
  return [
    { method: 'POST', path: paths.importJobs, ...managing, handle: create },
    { method: 'DELETE', path: paths.importJob, ...managing, handle: remove },
    { method: 'PUT', path: paths.importJobPart, ...managing, takesCsv: true, handle: put },
    { method: 'POST', path: paths.importJobCheck, ...managing, handle: check },
    { method: 'POST', path: paths.importJobStart, ...managing, handle: start },
    { method: 'GET', path: paths.importJobReport, ...reading, handle: report },
  ];
}
