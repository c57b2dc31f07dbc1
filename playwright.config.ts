import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

// Workers read this file too and inherit the environment: the search happens once.
process.env.CHROMIUM_FOUND ??= await findChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // Each worker has a server and a database of its own; the tests of one file follow each other on it. One more than the
  // two cores that a run needs: a journey waits for a sixth of its time.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A test that passes at the second try hides a fault.
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace costs a third of the run: `TRACE=on npm run test:e2e -- name` when a failure needs one.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    video: 'off',
    // Journeys are about the app itself; what the worker does is the matter of offline.spec.ts.
    serviceWorkers: 'block',
    // Every frame is drawn by the processor: movement costs a quarter of the browser's time. See `moving` in fixtures.ts.
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM_FOUND,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
