// Filters of the list of links: by tag and by archive.

import { useTexts } from '../i18n/texts';
import { tagsTexts } from '../tags/tags-texts';
import { useTags } from '../tags/use-tags';
import { Select } from '../ui/select';
import type { ListQuery } from './list-address';

type Filters = Partial<Pick<ListQuery, 'tag' | 'archived'>>;

export function LabelFilters({ query, onQuery }: { query: ListQuery; onQuery: (change: Filters) => void }) {
  const t = useTexts(tagsTexts);
  const known = useTags();
  const names = (known.data ?? []).map(({ name }) => name);
  // the address may name a tag that no longer exists
  const all = query.tag === '' || names.includes(query.tag) ? names : [query.tag, ...names];
  return (
    <>
      {/* rendered before the tags are known, so that nothing moves when they arrive */}
      <Select
        label={t.withTag}
        isLabelHidden
        isDisabled={all.length === 0}
        value={query.tag}
        options={[{ value: '', name: t.anyTag }, ...all.map((name) => ({ value: name, name }))]}
        onValue={(tag) => onQuery({ tag })}
      />
      <Select
        label={t.showArchived}
        isLabelHidden
        value={query.archived}
        options={[
          { value: 'false', name: t.withoutArchived },
          { value: 'true', name: t.onlyArchived },
          { value: 'all', name: t.withArchived },
        ]}
        onValue={(archived) => onQuery({ archived })}
      />
    </>
  );
}
