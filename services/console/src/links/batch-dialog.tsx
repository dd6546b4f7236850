// Makes links from pasted lines in one go, and shows the outcome of each line. Refused lines stay to be corrected.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { wordsAtField } from '../api/api-error';
import { api, OWN_PAGE, unwrap } from '../api/client';
import type { components } from '../api/schema';
import { keep, readKept } from '../browser/kept';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { addressOf, shortNameOf, shortUrlOf } from '../link/link-address';
import { useSendOnce } from '../link-form/save-link';
import { Button } from '../ui/button';
import { CopyButton, useCopy } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { FormError } from '../ui/form-error';
import { useWorkspace } from '../workspace/workspace-gate';
import { type BatchLine, linesOf, MAX_LINES } from './batch-lines';
import { batchTexts } from './batch-texts';

type Entry = components['schemas']['BatchAnswer']['results'][number];
type Result = { line: BatchLine; entry: Entry };

const isCreated = (entry: Entry): entry is components['schemas']['BatchSuccess'] => 'url' in entry;

function useCreateLinks() {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: async (lines: readonly BatchLine[]): Promise<Result[]> => {
      const body = { links: lines.map(({ link }) => link) };
      const answer = await sendOnce(body, (key) => {
        const params = { path: { workspace }, header: { ...OWN_PAGE, 'Idempotency-Key': key } };
        return unwrap(api.POST('/workspaces/{workspace}/urls/batch', { params, body }));
      });
      return answer.results.flatMap((entry) => {
        const line = lines[entry.index];
        return line ? [{ line, entry }] : [];
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['links', workspace] }),
  });
}

function Results({ results }: { results: readonly Result[] }) {
  const t = useTexts(batchTexts);
  return (
    <ul className="outcomes" tabIndex={0} aria-label={t.results}>
      {results.map(({ line, entry }) => (
        <li key={entry.index} className={isCreated(entry) ? 'outcome-good' : 'outcome-bad'}>
          <span>{line.text}</span>
          {isCreated(entry) ? (
            <span className="link-name">
              {shortNameOf(addressOf(entry.url))}
              <CopyButton text={shortUrlOf(addressOf(entry.url))} name={shortNameOf(addressOf(entry.url))} />
            </span>
          ) : (
            <span>{wordsAtField(entry.error)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

export default function BatchDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(batchTexts);
  const format = useFormat();
  const { id: workspace } = useWorkspace();
  const name = `batch.${workspace}`;
  const id = useId();
  const copy = useCopy();
  const [text, setText] = useState(() => readKept(name) ?? '');
  const create = useCreateLinks();
  const lines = linesOf(text);
  const isTooMany = lines.length > MAX_LINES;
  const type = (next: string) => {
    setText(next);
    keep(name, next);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending || lines.length === 0 || isTooMany) return;
    create.mutate(lines, {
      onSuccess: (results) =>
        type(results.flatMap(({ line, entry }) => (isCreated(entry) ? [] : [line.text])).join('\n')),
    });
  };
  const created = create.data?.flatMap(({ entry }) => (isCreated(entry) ? [entry.url] : [])) ?? [];
  const failed = (create.data?.length ?? 0) - created.length;
  return (
    <Dialog title={t.title} className="dialog-wide" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{t.lines}</label>
          <textarea
            id={id}
            rows={8}
            data-autofocus=""
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            aria-invalid={isTooMany || undefined}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
          <p className="hint" id={`${id}-hint`}>
            {t.linesHint}
          </p>
          <p className={isTooMany ? 'field-error' : 'hint'} role="status">
            {(isTooMany ? t.tooMany : t.count)(format.number(lines.length))}
          </p>
        </div>
        <FormError error={create.error} />
        {create.data && (
          <>
            <p role="status">
              <b>{t.created(format.number(created.length), format.number(failed))}</b>
              {failed > 0 && ` ${t.refusedLeft}`}
            </p>
            <Results results={create.data} />
          </>
        )}
        <div className="dialog-actions">
          {created.length > 0 && (
            <Button onClick={() => copy(created.map((link) => shortUrlOf(addressOf(link))).join('\n'))}>
              {t.copyAll}
            </Button>
          )}
          <Button onClick={onClose}>{t.close}</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={create.isPending}
            isDisabled={lines.length === 0 || isTooMany}
          >
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
