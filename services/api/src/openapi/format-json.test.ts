import { formatJson } from './format-json';

test('what fits on a line has one, the rest a line for each part, and all of it is read back', () => {
  const links = Array.from({ length: 3 }, (_, id) => ({
    id,
    url: `https://example.com/${'x'.repeat(30)}`,
    tags: ['a { b'],
  }));
  const value = { total: 3, links, none: [], text: 'a\nb' };
  expect(formatJson(value)).toBe(
    [
      '{',
      '  "total": 3,',
      '  "links": [',
      ...links.map(
        ({ id, url }, index) =>
          `    {"id": ${id}, "url": "${url}", "tags": ["a { b"]}${index < 2 ? ',' : ''}`,
      ),
      '  ],',
      '  "none": [],',
      '  "text": "a\\nb"',
      '}',
    ].join('\n'),
  );
  expect(JSON.parse(formatJson(value))).toEqual(value);
});
