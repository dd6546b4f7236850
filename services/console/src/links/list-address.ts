// What the address of the page says of the list: the words that are searched for, the order, and the page.

import { listSortValues } from '../api/enums';
import type { operations } from '../api/schema';
import type { LinkSearch } from '../link/search-of';

export const PAGE_SIZE = 25;

/** As the API names them; `-` begins a descending order. */
export type ListSort = NonNullable<
  NonNullable<operations['listLinksInWorkspace']['parameters']['query']>['sort']
>;

/** What the links can be sorted by, each with the order that one wants first. */
export const SORTS = { created: '-created', hits: '-hits', title: 'title' } as const;
export type SortField = keyof typeof SORTS;

const NEWEST: ListSort = '-created';

export function sortParts(sort: ListSort): { field: SortField; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  const field = sort === 'title' || sort === '-title' ? 'title' : sort.endsWith('hits') ? 'hits' : 'created';
  return { field, isDescending };
}

const turned = (sort: ListSort): ListSort =>
  listSortValues.find((one) => one !== sort && sortParts(one).field === sortParts(sort).field) ?? sort;

/** The order that a press on the head of a column leads to: the other way round where the list has it already. */
export const nextSort = (sort: ListSort, field: SortField): ListSort =>
  sortParts(sort).field === field ? turned(sort) : SORTS[field];

/** What the address of the page says; the rest of the address is left alone. */
export type ListQuery = {
  search: string;
  sort: ListSort;
  page: number;
  /** Empty: any. */
  tag: string;
  archived: Archived;
};

export const ARCHIVED = ['false', 'true', 'all'] as const;
export type Archived = (typeof ARCHIVED)[number];

export function listQueryOf(address: URLSearchParams): ListQuery {
  const page = Number(address.get('page') ?? 1);
  return {
    search: address.get('q') ?? '',
    sort: listSortValues.find((one) => one === address.get('sort')) ?? NEWEST,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    tag: address.get('tag') ?? '',
    archived: ARCHIVED.find((one) => one === address.get('archived')) ?? 'false',
  };
}

/** `?q=spring&sort=-hits&page=2`; nothing of the first page of all links, newest first. */
export function addressOfList({ search, sort, page, tag, archived }: ListQuery): string {
  const address = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(tag !== '' && { tag }),
    ...(archived !== 'false' && { archived }),
    ...(sort !== NEWEST && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return address.size === 0 ? '' : `?${address.toString()}`;
}

/** Where all links of the list are as CSV, whatever the page. `searched`: what is asked for its words. */
export function csvAddressOf(
  workspace: string,
  { sort, tag, archived }: ListQuery,
  searched: LinkSearch,
): string {
  const asked = new URLSearchParams({
    format: 'csv',
    sort,
    archived,
    ...searched,
    ...(tag !== '' && { tag }),
  });
  return `/x/workspaces/${workspace}/urls?${asked.toString()}`;
}

export const isFiltered = ({ search, tag, archived }: ListQuery): boolean =>
  search !== '' || tag !== '' || archived !== 'false';
