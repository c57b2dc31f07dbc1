import { expect, type Page } from '@playwright/test';

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 720 },
  { width: 1280, height: 720 },
];

/**
 * Raises a message on whatever is in view, at the three widths, and measures: nothing that could be pressed a moment
 * before lies under it now, and what stood in its place can still be pressed.
 */
export async function expectClearOfToasts(page: Page, place: string, widths = [390, 768, 1280]) {
  const before = page.viewportSize();
  for (const size of sizes.filter(({ width }) => widths.includes(width))) {
    await page.setViewportSize(size);
    const found = await page.evaluate(raiseAndMeasure);
    expect(found, `actions under a message at ${size.width} px: ${place}`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** In the page. The built code has no handle for tests, so `toast` is found among what its chunks export. */
async function raiseAndMeasure(): Promise<string[]> {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const findToast = async () => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
    for (const { name } of files) {
      const exported: unknown[] = Object.values(await import(name));
      const toast = exported.find((value) => typeof value === 'function' && /\.final\b/.test(String(value)));
      if (toast) return toast as (message: object) => void;
    }
    throw new Error('no chunk exports toast()');
  };
  const inView = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
    for (let around = element.parentElement; around; around = around.parentElement) {
      const frame = around.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(around);
      if (around === document.body || around === document.documentElement) continue;
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, frame.left);
        box.right = Math.min(box.right, frame.right);
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, frame.top);
        box.bottom = Math.min(box.bottom, frame.bottom);
      }
    }
    // What has slid under a bar of actions, or under that of the places, was out of view before.
    for (const [whole, edge] of [
      ['[data-action-bar]', '[data-action-bar] > :last-child'],
      ['.tab-bar', '.tab-bar'],
    ] as const) {
      const bar = element.closest(whole) ? null : document.querySelector(edge);
      if (bar?.checkVisibility()) box.bottom = Math.min(box.bottom, bar.getBoundingClientRect().top);
    }
    return box.right - box.left > 4 && box.bottom - box.top > 4 ? box : null;
  };
  type Box = NonNullable<ReturnType<typeof inView>>;
  const isHit = (element: Element, box: Box) => {
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const nameOf = (element: Element) =>
    `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;

  /** The first actions of the page that are out of view, in the order of Tab. Those of bars are always in view. */
  const elementsBelow = () => {
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return [];
    const all = document.querySelectorAll<HTMLElement>('main a[href], main button:not(:disabled), main summary');
    const outOfView = [...all].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[data-action-bar], [data-toaster]') &&
        element.getBoundingClientRect().bottom > innerHeight,
    );
    return outOfView.slice(0, 5);
  };

  const toast = await findToast();
  document.querySelector<HTMLElement>('[data-toaster] button')?.click();
  await drawn();
  const actions = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap(
    (element) => {
      const seen = inView(element);
      return seen && isHit(element, seen) ? { element, seen, was: element.getBoundingClientRect() } : [];
    },
  );
  toast({ title: 'Não foi possível salvar', description: 'Sem internet. Verifique a conexão e tente de novo.' });
  // Its part comes behind the screen's own: what is said before stands as soon as it is there.
  const shown = () => document.querySelector('[data-toaster] > *');
  for (let frames = 0; frames < 120 && !shown(); frames += 2) await drawn();
  await drawn();
  const card = shown();
  if (!card) return ['no message came up'];
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const wrong = actions.filter(({ element, seen, was }) => {
    // The part of it that was in view, where it is now: a list goes on below the window, and so below the message.
    const moved = element.getBoundingClientRect().top - was.top;
    const now = { ...seen, top: seen.top + moved, bottom: seen.bottom + moved };
    const isUnder = now.left < right && now.right > left && now.top < bottom && now.bottom > top && inView(element);
    const stoodThere = seen.top < bottom && seen.bottom > top;
    return isUnder || (stoodThere && !isHit(element, now));
  });
  // Whoever moves on by Tab meets no action below the message, either.
  const below = actions.length > 0 ? elementsBelow() : [];
  const covered = below.filter((element) => {
    element.focus();
    const box = element.getBoundingClientRect();
    const now = card.getBoundingClientRect();
    return (
      box.height > 0 &&
      box.left < now.right &&
      box.right > now.left &&
      box.bottom > now.top + 1 &&
      box.top < now.bottom - 1
    );
  });
  const outside = bottom > innerHeight || top < 0 ? ['the message is out of view'] : [];
  return [
    ...outside,
    ...wrong.map(({ element }) => nameOf(element)),
    ...covered.map((element) => `${nameOf(element)}, when it takes the focus`),
  ];
}
