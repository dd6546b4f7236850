// The tags of a link as they are typed: each a token that can be taken away, completed from those of the workspace.

import { useId, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Field } from '../ui/field';
import { tagsTexts } from './tags-texts';
import { useTags } from './use-tags';
import './tags.css';

type Props = {
  /** Of the field; default: to add a tag. */
  label?: string;
  tags: readonly string[];
  onTags: (tags: string[]) => void;
  error?: string;
};

export function TagInput({ label, tags, onTags, error }: Props) {
  const t = useTexts(tagsTexts);
  const id = useId();
  const [typed, setTyped] = useState('');
  const known = useTags();
  const add = () => {
    const name = typed.trim();
    setTyped('');
    if (name !== '' && !tags.includes(name)) onTags([...tags, name]);
  };
  return (
    <div>
      {tags.length > 0 && (
        <ul className="tag-list" aria-label={label ?? t.tags}>
          {tags.map((tag) => (
            <li key={tag} className="tag">
              {tag}
              <button
                type="button"
                aria-label={t.removeTag(tag)}
                onClick={() => onTags(tags.filter((one) => one !== tag))}
              >
                {'×'}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={label ?? t.addTag}
        hint={t.tagsHint}
        error={error}
        value={typed}
        list={id}
        autoComplete="off"
        maxLength={50}
        onValue={(text) => setTyped(text.replace(/,$/, ''))}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '') onTags(tags.slice(0, -1));
          if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return;
          event.preventDefault();
          add();
        }}
        onBlur={add}
      />
      <datalist id={id}>
        {(known.data ?? []).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
