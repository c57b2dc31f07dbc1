import { it } from 'vitest';
import { expectNoViolation } from './testing/expect-no-violation.ts';

/** Runs that once broke a law, as `npm run simulate` printed them. */
