// The form that uploads a file of links and starts its check.

import { type SubmitEvent, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { DomainChoice } from './domain-choice';
import { FileField, Sending } from './file-field';
import { importTexts } from './import-texts';
import { uploadFile, type Upload } from './upload-file';
import { checkJob, useJobStep } from './use-imports';

const ACCEPT = '.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip';

export function FileForm() {
  const t = useTexts(importTexts);
  const [file, setFile] = useState<File>();
  const [zoneDomain, setZoneDomain] = useState('');
  const [sent, setSent] = useState(0);
  const upload = useJobStep<Upload>(async (of, workspace) =>
    checkJob(await uploadFile(of, workspace, setSent), workspace),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!file || upload.isPending) return;
    setSent(0);
    upload.mutate({ file, zoneDomain });
  };
  return (
    <form className="form" onSubmit={submit}>
      <FileField label={t.file} accept={ACCEPT} required file={file} onFile={setFile} />
      <DomainChoice value={zoneDomain} asInSource={t.asInFile} onValue={setZoneDomain} />
      {upload.isPending && file && <Sending name={file.name} sent={sent} bytes={file.size} />}
      <FormError error={upload.error} />
      <div className="form-actions">
        <Button type="submit" kind="primary" isBusy={upload.isPending}>
          {t.check}
        </Button>
      </div>
    </form>
  );
}
