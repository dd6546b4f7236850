// Chooses a file, or takes one that is dropped, and sends it to be checked.

import { type DragEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormError } from '../../ui/form-error';
import { DomainChoice } from './domain-choice';
import { importTexts } from './import-texts';
import { uploadFile, type Upload } from './upload-file';
import { useJobStep } from './use-imports';

function FileField({ file, onFile }: { file: File | undefined; onFile: (file: File | undefined) => void }) {
  const t = useTexts(importTexts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (!dropped) return;
    // the field says what was chosen, whichever way
    if (input.current) input.current.files = event.dataTransfer.files;
    onFile(dropped);
  };
  return (
    <div
      className="field drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>{t.file}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"
        required
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      {!file && <p className="hint">{t.dropHere}</p>}
    </div>
  );
}

function Sending({ name, sent, bytes }: { name: string; sent: number; bytes: number }) {
  const t = useTexts(importTexts);
  return (
    <div className="meter">
      <p role="status">{t.uploading(name)}</p>
      <progress aria-label={t.uploading(name)} value={sent} max={bytes} />
    </div>
  );
}

export function FileForm() {
  const t = useTexts(importTexts);
  const [file, setFile] = useState<File>();
  const [zoneDomain, setZoneDomain] = useState('');
  const [sent, setSent] = useState(0);
  const upload = useJobStep<Upload>((of, workspace) => uploadFile(of, workspace, setSent));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!file || upload.isPending) return;
    setSent(0);
    upload.mutate({ file, zoneDomain });
  };
  return (
    <form className="form" onSubmit={submit}>
      <FileField file={file} onFile={setFile} />
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
