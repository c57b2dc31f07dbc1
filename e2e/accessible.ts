import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Scope = RunOptions['runOnly'];

/**
 * What axe finds in the page as it stands. axe is put into a page once, and only violations are worked out: its own
 * builder for Playwright sends it six times per look in two themes, which cost a tenth of all browser tests.
 */
export async function axeFindings(page: Page, runOnly?: Scope) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      return (await axe.run(options)).violations;
    },
    // No page of the product holds frames, and no rule in use asks for style sheets of other origins.
    { resultTypes: ['violations'], iframes: false, preload: false, ...(runOnly ? { runOnly } : {}) } as RunOptions,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }));
}

/** No violation of WCAG 2.2 AA that axe can see, in the light and in the dark theme. Call it once per screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no colour is measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The second theme changes colours and nothing else.
    const scope: Scope = colorScheme === 'light' ? { type: 'tag', values: wcag } : ['color-contrast'];
    expect(await axeFindings(page, scope), `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
