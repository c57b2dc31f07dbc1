import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test-order.ts';

const workers = 2;

// Worker threads and child processes that tests start compile each module once, as those of the product do.
const compileCache = { NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache/node') };

// `isolate: false` below: the files of a worker share its modules, which are read once and not for each file. That
// halves the time. So a test leaves no module, clock or global changed behind it.

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,scripts,drills,simulation}/**/*.test.ts'],
          exclude: ['**/*.{api,faults,parts}.test.ts', '**/node_modules/**'],
          setupFiles: ['./server/testing/fail-on-console.ts'],
          isolate: false,
          // For a busy machine; the whole suite takes less than this times two.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['./server/testing/fail-on-console.ts', './web/testing/setup.ts'],
          testTimeout: 20_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          name: 'api',
          include: ['{server,simulation}/**/*.api.test.ts'],
          env: compileCache,
          globalSetup: ['./server/testing/global-setup.ts'],
          setupFiles: ['./server/testing/fail-on-console.ts', './server/testing/check-raw-statements.ts'],
          isolate: false,
          testTimeout: 20_000,
          // A few files begin with the whole sample school.
          hookTimeout: 60_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['{server,scripts}/**/*.faults.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          // Not part of `npm test`: they need programs that only a production machine has.
          name: 'parts',
          include: ['server/**/*.parts.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
