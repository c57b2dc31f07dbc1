import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { lowContrast } from './contrast.ts';
import { untilReady } from './while-hydrating.ts';

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Scope = RunOptions['runOnly'];

/**
 * What axe finds in the page as it stands. axe is put into a page once, and only violations are worked out: its own
 * builder for Playwright sends it six times per look in two themes, which cost a tenth of all browser tests.
 */
export async function axeFindings(page: Page, runOnly?: Scope, leftOut: string[] = []) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      return (await axe.run(options)).violations;
    },
    // No page of the product holds frames, and no rule in use asks for style sheets of other origins.
    {
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
      rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
      ...(runOnly ? { runOnly } : {}),
    } as RunOptions,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }));
}

/**
 * Until every list of tabs can be reached by Tab: Radix counts its tabs in an effect, and a screen that comes without its
 * data shows them long after hydration. Meanwhile axe finds a scrollable region that no key reaches.
 */
const untilTabStops = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[role=tablist]')].every((list) =>
      [list, ...list.querySelectorAll<HTMLElement>('*')].some(({ tabIndex }) => tabIndex >= 0),
    ),
  );

/**
 * No violation of WCAG 2.2 AA that axe can see, and contrast in both themes. Call it once per screen. The size of targets
 * is measured by expectTargets(), at 44 px instead of axe's 24; contrast by lowContrast(), which finds the same as axe's
 * own rule in a fiftieth of its time and looks at both themes.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await untilReady(page);
  await untilTabStops(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no colour is measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await lowContrast(page), `contrast, ${colorScheme}`).toEqual([]);
    // The second theme changes colours and nothing else.
    if (colorScheme === 'dark') continue;
    expect(await axeFindings(page, { type: 'tag', values: wcag }, ['target-size', 'color-contrast']), 'axe').toEqual(
      [],
    );
  }
  await page.emulateMedia({ colorScheme: null });
}
