// The list's parameters in the page's address: search words, order, page and filters.

import { listSortValues } from '../api/enums';
import type { operations } from '../api/schema';
import type { LinkSearch } from '../link/search-of';

export const PAGE_SIZE = 25;

/** The API's names of orders; `-` means descending. */
export type ListSort = NonNullable<
  NonNullable<operations['listLinksInWorkspace']['parameters']['query']>['sort']
>;

/** The sort fields, each with its initial order. */
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

/** The order after a click on a column's head: reversed when the list is already sorted by that column. */
export const nextSort = (sort: ListSort, field: SortField): ListSort =>
  sortParts(sort).field === field ? turned(sort) : SORTS[field];

/** The list's parameters in the address. Other parameters are ignored. */
export type ListQuery = {
  search: string;
  sort: ListSort;
  page: number;
  /** Empty for any tag. */
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

/** `?q=spring&sort=-hits&page=2`; empty for the first page of all links, newest first. */
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

/** The address of all the list's links as CSV, whatever the page. `searched`: the query for its words. */
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
