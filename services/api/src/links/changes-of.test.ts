import { changesOf } from './changes-of';
import { destinationOf, type Destination } from './validate-destination';
import type { LinkRow } from './link-rows';

const row: LinkRow = {
  id: 'lnk_1',
  zone_id: 'zon_1',
  slug: 'abc',
  url: 'https://a.example/?utm_source=s',
  title: 'T',
  zone_domain: 'krz.example',
  hits: 0,
  is_enabled: true,
  is_restricted: false,
  is_unsafe: false,
  utm_source: 's',
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
  created_at: new Date(0),
  updated_at: new Date(0),
};

function destination(sent: string): Destination {
  const outcome = destinationOf(sent);
  if (outcome.kind === 'refused') throw new Error(outcome.fault);
  return outcome;
}

test('nothing sent, or what is already so, changes nothing', () => {
  expect(changesOf(row, {})).toBeUndefined();
  const same = { destination: destination(row.url), title: 'T', slug: 'abc', isEnabled: true };
  expect(changesOf(row, same)).toBeUndefined();
});

test('each field changes alone', () => {
  expect(changesOf(row, { title: '' })).toEqual({ title: '' });
  expect(changesOf(row, { slug: 'Abc' })).toEqual({ slug: 'Abc' });
  expect(changesOf(row, { isEnabled: false })).toEqual({ is_enabled: false });
});

test('a new destination takes its location and all of its utm along, those it lacks as none', () => {
  expect(changesOf(row, { destination: destination('https://ä.example/?utm_medium=m') })).toEqual({
    url: 'https://ä.example/?utm_medium=m',
    location: 'https://xn--4ca.example/?utm_medium=m',
    utm_source: null,
    utm_medium: 'm',
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
  });
});
