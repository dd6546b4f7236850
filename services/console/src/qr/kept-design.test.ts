import { DEFAULT_DESIGN } from '@kurz/qr';
import { designOf } from './kept-design';

test('a design that was kept comes back, without a logo', () => {
  const design = { ...DEFAULT_DESIGN, dark: '#112233', shape: 'dots', logoShare: 0.1 };
  expect(designOf(JSON.stringify(design))).toEqual({ ...design, logoShare: 0 });
});

test.each([undefined, 'null', '7', '{', '{"size":"big"}', '{"dark":"#eeeeee"}', '{"margin":1}'])(
  '%j is the default design',
  (text) => {
    expect(designOf(text)).toEqual(DEFAULT_DESIGN);
  },
);
