import { expect, type Page } from '@playwright/test';

/** Nothing is wider than a phone, in the state in which a journey on a desk has come: then the window is as before. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, 'wider than 390 px by').toBeLessThanOrEqual(0);
  if (before) await page.setViewportSize(before);
}
