// A program: draws as many random QR codes as asked for and reads them again. Outside Jest, whose sandbox makes the
// decoder ten times slower.

import { assertDecoded } from '../../libs/qr/src/decoded-designs-fixture';

void assertDecoded(Number(process.argv[2]));
