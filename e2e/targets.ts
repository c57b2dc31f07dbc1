import { expect, type Page } from '@playwright/test';

/** Everything that can be pressed on a phone is 44 px high and wide; links within a sentence may be as they are. */
export async function expectTargets(page: Page, place: string) {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  // Tall enough for the whole page: what is out of view cannot be hit, and so not be measured.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: 390, height: Math.max(844, height) });
  expect(await page.evaluate(smallTargets), `targets below 44 px: ${place}`).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** In the page. */
function smallTargets(): string[] {
  const SIZE = 44;
  /** Borders and fractions of the layout. */
  const SLACK = 0.5;
  const kinds =
    'a[href], button, input, select, textarea, summary, [role=tab], [role=switch], [role=option], [role=menuitem]';
  const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isInSentence = (element: Element) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    const around = element.closest('p, li, dd, td, label, div, span:not(a span)');
    return (around?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0) + 2;
  };
  const isHit = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    // A link's stretched pseudo-element is hit as the link.
    return element.contains(hit);
  };
  /** Pressing a label presses what it names. */
  const labelsOf = (element: Element) => ('labels' in element ? [...(element.labels as NodeListOf<Element>)] : []);
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return height >= SIZE - SLACK && width >= SIZE - SLACK;
  };
  return [...document.querySelectorAll(kinds)]
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width < 3 || height < 3 || !isVisible(element) || element.closest('[data-toaster]')) return false;
      if (isLarge(element) || labelsOf(element).some(isLarge)) return false;
      if (isInSentence(element)) return false;
      const [x, y, reach] = [left + width / 2, top + height / 2, SIZE / 2 - 1];
      const isHigh = height >= SIZE - SLACK || (isHit(element, x, y - reach) && isHit(element, x, y + reach));
      const isWide = width >= SIZE - SLACK || (isHit(element, x - reach, y) && isHit(element, x + reach, y));
      return !(isHigh && isWide);
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return `${element.tagName} “${name}” ${Math.round(width)}×${Math.round(height)}`;
    });
}
