import type { LinkRow } from './link-rows';
import { urlObjectOf } from './url-object-of';

const row: LinkRow = {
  id: 'lnk_1',
  zone_id: 'zon_1',
  slug: 'abc',
  url: 'https://a.example/',
  title: '',
  zone_domain: 'krz.example',
  hits: 3,
  is_enabled: true,
  is_restricted: false,
  is_unsafe: false,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  starts_at: null,
  expires_at: null,
  expired_url: null,
  rules: null,
  split: null,
  forwards_query: false,
  has_password: false,
  note: '',
  external_id: null,
  is_archived: false,
  tags: null,
  version: 1,
  created_at: new Date('2026-01-02T03:04:05.006Z'),
  updated_at: new Date('2026-01-02T03:04:05Z'),
};

test('a plain link shows the nine fields that are always present', () => {
  expect(urlObjectOf(row)).toStrictEqual({
    id: 'lnk_1',
    slug: 'abc',
    url: 'https://a.example/',
    title: '',
    zoneDomain: 'krz.example',
    hits: 3,
    isEnabled: true,
    createdAt: '2026-01-02T03:04:05.006Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  });
});

test('utm shows the keys that have a value, flags show when true', () => {
  const object = urlObjectOf(
    { ...row, utm_medium: 'm', utm_content: 'c', is_restricted: true, is_unsafe: true, is_enabled: false },
    { utmDrift: true },
  );
  expect(object).toMatchObject({ isEnabled: false, isRestricted: true, isUnsafe: true, utmDrift: true });
  expect(object.utm).toStrictEqual({ medium: 'm', content: 'c' });
  expect(urlObjectOf(row, { utmDrift: false })).not.toHaveProperty('utmDrift');
});
