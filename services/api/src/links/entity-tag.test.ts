import { entityTagOf, isKnown, meetsIfMatch } from './entity-tag';

const tag = entityTagOf(7, { url: { hits: 1 } });
const afterVisit = entityTagOf(7, { url: { hits: 2 } });
const afterEdit = entityTagOf(8, { url: { hits: 1 } });

describe('the entity tag of a link', () => {
  it('is a strong one and differs for each version and body', () => {
    expect(tag).toMatch(/^"7-[\w-]{16}"$/);
    expect(new Set([tag, afterVisit, afterEdit]).size).toBe(3);
    expect(entityTagOf(7, { url: { hits: 1 } })).toBe(tag);
  });

  it.each([tag, `W/${tag}`, `"other", ${tag}`, ' * '])('is known to If-None-Match: %s', (header) =>
    expect(isKnown(header, tag)).toBe(true),
  );

  it.each([undefined, '', afterVisit, afterEdit, '"other"', 'nonsense'])(
    'is not known to If-None-Match: %s',
    (header) => expect(isKnown(header, tag)).toBe(false),
  );

  it.each([undefined, '*', tag, afterVisit, `"other",${tag}`, `${afterEdit}, ${afterVisit}`])(
    'If-Match: %s lets version 7 be edited',
    (header) => expect(meetsIfMatch(header, 7)).toBe(true),
  );

  it.each(['', afterEdit, `W/${tag}`, '"77-x"', '"other"', 'nonsense', '7-x'])(
    'If-Match: %s does not',
    (header) => expect(meetsIfMatch(header, 7)).toBe(false),
  );
});
