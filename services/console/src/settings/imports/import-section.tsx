// Imports links from a file or another shortener, and exports them as files.

import { useTexts } from '../../i18n/texts';
import { ErrorState, LoadingPage } from '../../ui/states';
import { useWorkspace } from '../../workspace/workspace-gate';
import { Section } from '../section';
import { ExportSection } from './export-section';
import { importTexts } from './import-texts';
import './imports.css';
import { JobView } from './job-view';
import { PastImports } from './past-imports';
import { SourceForm } from './source-form';
import { isActive, useImports } from './use-imports';

/** Shows all parts at once, because a part that came first would be pushed down by the others. */
function Imports() {
  const t = useTexts(importTexts);
  const imports = useImports();
  if (!imports.data) {
    if (!imports.error) return <LoadingPage />;
    return (
      <>
        <ErrorState error={imports.error} onRetry={() => void imports.refetch()} />
        <ExportSection />
      </>
    );
  }
  const { job, imports: past } = imports.data;
  return (
    <>
      <Section title={t.title} hint={t.hint}>
        {job && job.state !== 'uploading' ? <JobView job={job} /> : <SourceForm />}
      </Section>
      <PastImports imports={past} isBusy={isActive(job)} />
      <ExportSection />
    </>
  );
}

export default function ImportSection() {
  const t = useTexts(importTexts);
  const { role } = useWorkspace();
  const isAdmin = role === 'owner' || role === 'admin';
  return isAdmin ? <Imports /> : <p className="notice">{t.forAdmins}</p>;
}
