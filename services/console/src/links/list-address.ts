// What the address of the page says of the list: the words that are searched for, and the page.

export const PAGE_SIZE = 25;

/** What the address of the page says; the rest of the address is left alone. */
export type ListQuery = { search: string; page: number };

export function listQueryOf(address: URLSearchParams): ListQuery {
  const page = Number(address.get('page') ?? 1);
  return { search: address.get('q') ?? '', page: Number.isInteger(page) && page > 0 ? page : 1 };
}

/** `?q=spring&page=2`; nothing of the first page of all links. */
export function addressOfList({ search, page }: ListQuery): string {
  const address = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(page > 1 && { page: String(page) }),
  });
  return address.size === 0 ? '' : `?${address.toString()}`;
}
