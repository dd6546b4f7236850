import { makeKnownZones } from './known-zones';
import type { ZoneRow } from './sql/read-zones';

const row = (id: string, domain: string, changes: Partial<ZoneRow> = {}): ZoneRow => ({
  id,
  domain,
  zone_type: 'user',
  is_enabled: true,
  root_redirect_url: '',
  ...changes,
});

function knowing(...rows: ZoneRow[]) {
  const known = makeKnownZones({});
  const collected = known.collect();
  collected.add(rows);
  collected.finish([]);
  return known;
}

describe('changes of zones', () => {
  it('leaves what is known as it is when a host is unknown or nothing has changed', () => {
    const known = knowing(row('zon_a', 'a.example'), row('zon_b', 'b.example'));
    const before = known.find('A.example');
    known.apply({ ids: [], rows: [] });
    known.apply({ ids: ['zon_a', 'zon_unknown'], rows: [row('zon_a', 'a.example')] });
    expect(before).toBeDefined();
    expect(known.find('A.example')).toBe(before);
  });

  it.each([{ is_enabled: false }, { root_redirect_url: 'https://start.example/' }])(
    'is taken by every spelling of the host: %o',
    (changes) => {
      const known = knowing(row('zon_a', 'a.example'));
      const before = known.find('A.example');
      known.apply({ ids: ['zon_a'], rows: [row('zon_a', 'a.example', changes)] });
      expect(known.find('A.example')).not.toEqual(before);
      expect(known.find('A.example')).toEqual(known.find('a.example'));
    },
  );

  it('moves a zone to its new domain, gives a domain to another zone, and takes one away', () => {
    const known = knowing(row('zon_a', 'a.example'), row('zon_b', 'b.example'));
    const zones = () => ['a.example', 'b.example', 'c.example'].map((host) => known.find(host)?.id);
    expect(zones()).toEqual(['zon_a', 'zon_b', undefined]);
    known.apply({ ids: ['zon_a'], rows: [row('zon_a', 'c.example')] });
    expect(zones()).toEqual([undefined, 'zon_b', 'zon_a']);
    known.apply({ ids: ['zon_b', 'zon_a'], rows: [row('zon_a', 'b.example')] });
    expect(zones()).toEqual([undefined, 'zon_a', undefined]);
    known.apply({ ids: ['zon_a'], rows: [] });
    expect(zones()).toEqual([undefined, undefined, undefined]);
  });
});
