import { requestIdOf } from './request-id-of';

test.each(['a', '0af7651916cd43dd8448eb211c80319c', 'my-id:1.2_3', 'x'.repeat(128)])(
  'the caller’s own id %s is kept',
  (id) => {
    expect(requestIdOf(id)).toBe(id);
  },
);

test.each([undefined, '', 'a b', 'a"b', '{}', 'a\nb', 'ä', 'x'.repeat(129), ['a', 'b']])(
  'an id of ours takes the place of %j',
  (id) => {
    expect(requestIdOf(id)).toMatch(/^req_[0-9A-Za-z]{20}$/);
  },
);
