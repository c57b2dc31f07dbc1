import base from './playwright.config.ts';
export default { ...base, workers: 1, timeout: 400_000, expect: { timeout: 60_000 }, use: { ...base.use, actionTimeout: 90_000, navigationTimeout: 120_000, trace: 'off' } };
