// How many random inputs a property is tried with: all where all tests run, a third of them in the ten minutes of
// `npm test`.
const SHARE = process.env['KURZ_TEST_ALL'] ? 1 : 1 / 3;

/** fast-check's parameters for `all` inputs. */
export const propertyRuns = (all: number): { numRuns: number } => ({ numRuns: Math.ceil(all * SHARE) });
