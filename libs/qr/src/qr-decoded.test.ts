import { assertDecoded, QUALITY, SIZE } from './decoded-designs-fixture';

const DESIGNS = 10;

// 500 of them: tests/flow/qr-codes-are-read.slow.test.ts
test(`${DESIGNS} random designs are read at ${SIZE} px after JPEG at quality ${QUALITY}`, () => {
  assertDecoded(DESIGNS);
});
