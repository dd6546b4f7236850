// A field for a file that is chosen or dropped, with the progress of its upload.

import { type DragEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { importTexts } from './import-texts';

type Props = {
  label: string;
  hint?: string;
  accept: string;
  required?: boolean;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
};

export function FileField({ label, hint, accept, required = false, file, onFile }: Props) {
  const t = useTexts(importTexts);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (!dropped) return;
    // so that the field also shows a dropped file
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
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        required={required}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      {!file && <p className="hint">{t.dropHere}</p>}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export function Sending({ name, sent, bytes }: { name: string; sent: number; bytes: number }) {
  const t = useTexts(importTexts);
  return (
    <div className="meter">
      <p role="status">{t.uploading(name)}</p>
      <progress aria-label={t.uploading(name)} value={sent} max={bytes} />
    </div>
  );
}
