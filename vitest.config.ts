import { defineConfig } from 'vitest/config';

const workers = 2;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,scripts}/**/*.test.ts'],
          exclude: ['**/*.{api,faults}.test.ts', '**/node_modules/**'],
          setupFiles: ['./server/testing/fail-on-console.ts'],
          // For a busy machine; the whole suite takes less than this times two.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.api.test.ts'],
          globalSetup: ['./server/testing/global-setup.ts'],
          setupFiles: ['./server/testing/fail-on-console.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          maxWorkers: workers,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['server/**/*.faults.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: workers,
        },
      },
    ],
  },
});
