// The input for a link's tags, with autocompletion from the workspace's tags.

import { useId } from 'react';
import { useTexts } from '../i18n/texts';
import { tagsTexts } from './tags-texts';
import { TokenInput } from './token-input';
import { useTags } from './use-tags';

type Props = {
  /** The field's label; default: the text for adding a tag. */
  label?: string;
  tags: readonly string[];
  onTags: (tags: string[]) => void;
  error?: string;
};

export function TagInput({ label, tags, onTags, error }: Props) {
  const t = useTexts(tagsTexts);
  const id = useId();
  const known = useTags();
  return (
    <>
      <TokenInput
        label={label ?? t.addTag}
        listLabel={label ?? t.tags}
        hint={t.tagsHint}
        error={error}
        values={tags}
        onValues={onTags}
        isKnown={(text) => known.data?.some(({ name }) => name === text) ?? false}
        removeLabel={t.removeTag}
        maxLength={50}
        list={id}
      />
      <datalist id={id}>
        {(known.data ?? []).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
