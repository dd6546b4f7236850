import { zoneOf } from './zone';

test.each([
  ['user', 'https://example.com/start', 'https://example.com/start'],
  ['user', 'http://müller.example/ä?ö', 'http://xn--mller-kva.example/%C3%A4?%C3%B6'],
  ['user', '', ''],
  ['user', 'javascript:alert(1)', ''],
  ['user', 'not a url', ''],
  ['global', 'https://example.com/start', ''],
] as const)('The root of a %s zone with %j leads to %j', (zoneType, url, location) => {
  const row = {
    id: 'zon_1',
    domain: 'kurz.example',
    zone_type: zoneType,
    is_enabled: true,
    root_redirect_url: url,
  };
  expect(zoneOf(row).rootLocation).toBe(location);
});

test('A root that leads nowhere is not read as a URL: a throw for each of 100,000 zones would hold up visitors', () => {
  const parse = jest.spyOn(globalThis, 'URL');
  const row = { id: 'zon_1', domain: 'kurz.example', is_enabled: true, root_redirect_url: '' } as const;
  expect(zoneOf({ ...row, zone_type: 'user' }).rootLocation).toBe('');
  expect(parse).not.toHaveBeenCalled();
  zoneOf({ ...row, zone_type: 'user', root_redirect_url: 'https://example.com/' });
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
