// The text that confirms a deletion, in the reader's language.

import type { Language } from '../errors/catalogue';

export function deletionMessageOf(link: { zone_domain: string; slug: string }, language: Language): string {
  const name = `${link.zone_domain}/${link.slug}`;
  return language === 'de'
    ? `Der Link ${name} und seine Statistik wurden gelöscht.`
    : `The link ${name} and its analytics have been deleted.`;
}
