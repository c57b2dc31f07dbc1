import { expect, type Page } from '@playwright/test';

/** No word of the page is broken inside in a window of a desk, where there is room for every one. */
export async function expectWholeWords(page: Page, place: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await page.evaluate(brokenWords), `words broken inside at 1280 px: ${place}`).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** In the page. Addresses and codes may be broken; a word with a soft hyphen or a hyphen breaks where it says. */
function brokenWords(): string[] {
  const broken = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent ?? '';
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    if (node.parentElement.closest('[class*="sr-only"], option, textarea, code')) continue;
    for (const { 0: word, index } of text.matchAll(/(?<![^\s(])\p{L}{3,24}(?=[\s.,;:!?)]|$)/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom / 4)));
      if (lines.size > 1) broken.add(word);
    }
  }
  return [...broken];
}
