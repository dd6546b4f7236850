// The endpoints of /v1 for their access tests: what each needs, how it is requested, and how a caller would reach for
// another tenant's data.

import type { Scope } from '@kurz/database';

/** What only one tenant has: none of these names occurs in another tenant's data. */
export type Tenant = {
  workspaceId: string;
  token: string;
  slug: string;
  linkId: string;
  /** In title, destination, campaign and domain of the tenant's link. */
  marker: string;
  domain: string;
};

export type Asking = { slug?: string; query?: string; body?: object };

export type Endpoint = {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /v1; `:slug` is replaced by that of an existing link. */
  path: string;
  scope: Scope;
  isWrite: boolean;
  /** Status of the answer to an authorized caller. */
  status: number;
  body?: object;
  /** Requests that name the target's data, each with the status of its answer. */
  reachFor: (target: Tenant) => (Asking & { status: number })[];
};

const url = 'https://a.example/';

/** Two requests: by the slug, and by the slug with its domain. */
const bySlug = ({ slug, domain }: Tenant) => [
  { slug, status: 404 },
  { slug, query: `?zoneDomain=${domain}`, status: 404 },
];

const one = { path: '/urls/:slug', reachFor: bySlug };
const write = { scope: 'links:write', isWrite: true } as const;
const read = { scope: 'links:read', isWrite: false } as const;

export const createLink: Endpoint = {
  ...write,
  name: 'POST /urls',
  method: 'POST',
  path: '/urls',
  status: 201,
  body: { url },
  reachFor: ({ domain, slug }) => [
    { body: { url, zoneDomain: domain }, status: 400 },
    { body: { url, zoneDomain: domain, slug }, status: 400 },
  ],
};

export const createBatch: Endpoint = {
  ...write,
  name: 'POST /urls/batch',
  method: 'POST',
  path: '/urls/batch',
  status: 200,
  body: { links: [{ url }] },
  reachFor: ({ domain, slug }) => [{ body: { links: [{ url, zoneDomain: domain, slug }] }, status: 200 }],
};

export const editBatch: Endpoint = {
  ...write,
  name: 'PATCH /urls/batch',
  method: 'PATCH',
  path: '/urls/batch',
  status: 200,
  body: { links: [{ slug: 'any', isEnabled: false }] },
  reachFor: ({ domain, slug }) => [
    { body: { links: [{ slug, isEnabled: false, addTags: ['reached'] }] }, status: 200 },
    { body: { links: [{ slug, zoneDomain: domain, url }] }, status: 200 },
  ],
};

export const updateLink: Endpoint = {
  ...write,
  ...one,
  name: 'PATCH /urls/<slug>',
  method: 'PATCH',
  status: 200,
  body: { title: 'changed', isEnabled: false },
};

export const deleteLink: Endpoint = {
  ...write,
  ...one,
  name: 'DELETE /urls/<slug>',
  method: 'DELETE',
  status: 200,
};

export const readLink: Endpoint = { ...read, ...one, name: 'GET /urls/<slug>', method: 'GET', status: 200 };

export const listLinks: Endpoint = {
  ...read,
  name: 'GET /urls',
  method: 'GET',
  path: '/urls',
  status: 200,
  reachFor: ({ domain, marker }) =>
    [`q=${marker}`, `campaign=${marker}`, `zoneDomain=${domain}`, 'limit=100'].map((query) => ({
      query: `?${query}`,
      status: 200,
    })),
};

export const linkStats: Endpoint = {
  name: 'GET /urls/<slug>/stats',
  method: 'GET',
  path: '/urls/:slug/stats',
  scope: 'stats:read',
  isWrite: false,
  status: 200,
  reachFor: bySlug,
};

const whole = () => [{ status: 200 }];

export const campaigns: Endpoint = {
  name: 'GET /urls/campaigns',
  method: 'GET',
  path: '/urls/campaigns',
  scope: 'stats:read',
  isWrite: false,
  status: 200,
  reachFor: whole,
};

export const usage: Endpoint = {
  name: 'GET /usage',
  method: 'GET',
  path: '/usage',
  scope: 'usage:read',
  isWrite: false,
  status: 200,
  reachFor: whole,
};

export const zones: Endpoint = {
  name: 'GET /zones',
  method: 'GET',
  path: '/zones',
  scope: 'domains:read',
  isWrite: false,
  status: 200,
  reachFor: whole,
};
