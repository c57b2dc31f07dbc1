/**
 * Texts that are cut or lie outside the window. A title that ends with an ellipsis, and text of a box that scrolls, can
 * still be read. Text at 400 % is a window of 320 px, which all-screens.spec.ts walks.
 */
export function lostTexts(): string[] {
  const lost = new Set<string>();
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) lost.add(`the page is ${overflow} px too wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const scrolls = (style: CSSStyleDeclaration) =>
    [style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll');
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    if (!walker.currentNode.textContent?.trim() || element.closest('[class*="sr-only"], option, textarea')) continue;
    range.selectNodeContents(walker.currentNode);
    const text = range.getBoundingClientRect();
    if (text.width < 2) continue;
    const words = walker.currentNode.textContent.trim().slice(0, 40);
    let isFree = true;
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (scrolls(style) || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') isFree = false;
      if (!isFree) break;
      if (style.overflowX === 'visible' && style.contentVisibility !== 'auto') continue;
      const frame = around.getBoundingClientRect();
      // A box of one pixel hides its text on purpose.
      if (frame.width < 3) isFree = false;
      else if (text.right > frame.right + 2 || text.bottom > frame.bottom + 3) lost.add(`'${words}' is cut`);
    }
    if (isFree && text.right > innerWidth + 1) lost.add(`'${words}' lies outside the window`);
  }
  return [...lost];
}
