import { it } from 'vitest';
import { expectNoViolation } from './testing/expect-no-violation.ts';

/** Runs that once broke a law, as `npm run simulate` printed them. */
it(
  'money holds in the shrunk run of seed 7',
  () => expectNoViolation(7, [{ id: 1, at: 120000, deed: 'endAccess' }]),
  300_000,
);
