// Adds tags to the selected links and takes tags from them, with an outcome for each link.

import { type SubmitEvent, useState } from 'react';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { TagInput } from '../tags/tag-input';
import { tagsTexts } from '../tags/tags-texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormError } from '../ui/form-error';
import { useTagLinks } from './change-links';
import { linksTexts } from './links-texts';
import { OutcomeList, OutcomeSum } from './outcome-list';

export function BulkTagsDialog({ links, onClose }: { links: readonly Link[]; onClose: () => void }) {
  const t = useTexts(linksTexts);
  const tags = useTexts(tagsTexts);
  const format = useFormat();
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  const run = useTagLinks();
  const outcomes = run.data && new Map(run.data.map((outcome) => [outcome.link.id, outcome]));
  const isEmpty = addTags.length === 0 && removeTags.length === 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isEmpty && !run.isPending) run.mutate({ links, addTags, removeTags });
  };
  return (
    <Dialog title={t.tagMany(format.number(links.length))} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        {outcomes ? (
          <>
            <OutcomeSum links={links} outcomes={outcomes} />
            <OutcomeList links={links} outcomes={outcomes} />
          </>
        ) : (
          <>
            <TagInput label={tags.addTag} tags={addTags} onTags={setAddTags} />
            <TagInput label={tags.takeTag} tags={removeTags} onTags={setRemoveTags} />
            <FormError error={run.error} />
          </>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{outcomes ? t.close : t.cancel}</Button>
          {!outcomes && (
            <Button type="submit" kind="primary" isBusy={run.isPending}>
              {tags.save}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
