// Pagination: the current page, and links to its neighbours.

import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { linksTexts } from './links-texts';

type Props = { page: number; pages: number; onPage: (page: number) => void };

export function Pager({ page, pages, onPage }: Props) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={t.pages}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t.previous}
      </Button>
      <p role="status">{t.pageOf(format.number(page), format.number(pages))}</p>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t.next}
      </Button>
    </nav>
  );
}
