import { afterEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('the browser that CHROMIUM_PATH names is the one that is used', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);
  expect(await findChromium()).toBe(process.execPath);
});

test('a CHROMIUM_PATH that does not run is an error, not a reason to install another', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  await expect(findChromium()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium, which does not run.');
});
