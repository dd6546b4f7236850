// The tags of a link in a list.

import './tags.css';

export function TagChips({ tags }: { tags: readonly string[] | undefined }) {
  if (!tags) return null;
  return (
    <ul className="tag-list">
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
        </li>
      ))}
    </ul>
  );
}
