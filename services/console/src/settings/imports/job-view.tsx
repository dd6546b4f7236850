// The workspace's import job at its current step, with the next actions.

import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { faultTexts, importTexts } from './import-texts';
import { OutcomeTable } from './outcome-table';
import { removeJob, startJob, useJobStep, type ImportJob } from './use-imports';

const sumOf = ({ counts }: ImportJob) => Object.values(counts).reduce((sum, count) => sum + count, 0);

type ActionsProps = {
  job: ImportJob;
  /** The text of the remove button: removing stops the job, or makes room for the next. */
  remove: ReactNode;
  /** Further actions; `error` is their last error. */
  children?: ReactNode;
  error?: unknown;
};

function Actions({ job, remove, children, error }: ActionsProps) {
  const removing = useJobStep<string>(removeJob);
  return (
    <>
      <FormError error={error ?? removing.error} />
      <div className="form-actions">
        {children}
        <Button isBusy={removing.isPending} onClick={() => removing.mutate(job.id)}>
          {remove}
        </Button>
      </div>
    </>
  );
}

function Progress({ job, label }: { job: ImportJob; label: string }) {
  const t = useTexts(importTexts);
  const format = useFormat();
  const done = sumOf(job);
  // the dry run does not know the total yet
  const total = job.state === 'running' ? job.total : null;
  return (
    <div className="meter">
      <div className="meter-head">
        <span role="status">{label}</span>
        {job.state !== 'undoing' && (
          <span>
            {total === null
              ? t.linksRead(format.number(done))
              : t.linksOf(format.number(done), format.number(total))}
          </span>
        )}
      </div>
      <progress aria-label={label} {...(total !== null && { value: done, max: Math.max(total, 1) })} />
      {job.waitsUntil && <p className="notice">{t.waits(format.moment(job.waitsUntil))}</p>}
      <p className="hint">{t.goesOn}</p>
    </div>
  );
}

function Checked({ job }: { job: ImportJob }) {
  const t = useTexts(importTexts);
  const format = useFormat();
  const start = useJobStep<string>(startJob);
  return (
    <>
      <p role="status">{t.checked(job.fileName)}</p>
      <OutcomeTable job={job} />
      {job.counts.new === 0 && <p className="notice">{t.nothingNew}</p>}
      <Actions job={job} remove={t.discard} error={start.error}>
        {job.counts.new > 0 && (
          <Button kind="primary" isBusy={start.isPending} onClick={() => start.mutate(job.id)}>
            {t.start(format.number(job.counts.new))}
          </Button>
        )}
      </Actions>
    </>
  );
}

function Ended({ job }: { job: ImportJob }) {
  const t = useTexts(importTexts);
  const faults = useTexts(faultTexts);
  const format = useFormat();
  const { state, fileName, fault, undone } = job;
  return (
    <>
      {state === 'finished' && <p role="status">{t.finished(fileName)}</p>}
      {state === 'failed' && (
        <p role="alert" className="notice notice-danger">
          {t.failed(fileName)} {fault && faults[fault]}
        </p>
      )}
      {undone && <p role="status">{t.undone(format.number(undone.removed), format.number(undone.kept))}</p>}
      {state === 'finished' && <OutcomeTable job={job} />}
      <Actions job={job} remove={t.another} />
    </>
  );
}

export function JobView({ job }: { job: ImportJob }) {
  const t = useTexts(importTexts);
  switch (job.state) {
    case 'checking':
      return (
        <>
          <Progress job={job} label={t.checking(job.fileName)} />
          <Actions job={job} remove={t.discard} />
        </>
      );
    case 'checked':
      return <Checked job={job} />;
    case 'running':
      return (
        <>
          <Progress job={job} label={t.running(job.fileName)} />
          <Actions job={job} remove={t.stop} />
          <p className="hint">{t.stopHint}</p>
        </>
      );
    case 'undoing':
      return <Progress job={job} label={t.undoing} />;
    default:
      return <Ended job={job} />;
  }
}
