import { defineConfig } from 'vitest/config';

/** For Vitest under Stryker: only the tests of the module that scripts/mutate.ts breaks just now. */
const tests = (process.env.MUTATION_TESTS ?? '').split(',');

export default defineConfig({
  test: {
    include: tests,
    setupFiles: ['./server/testing/fail-on-console.ts'],
    globalSetup: tests.some((name) => name.endsWith('.api.test.ts')) ? ['./server/testing/global-setup.ts'] : [],
    // Constants are mutated, too: every run loads its modules again.
    isolate: true,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
