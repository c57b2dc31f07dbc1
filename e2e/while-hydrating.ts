import type { CDPSession, Locator, Page } from '@playwright/test';

/**
 * Holds the app's scripts back, so that the server's document stands alone; `release` lets the app come. A busy server
 * sends a document without its screen: it is requested until `mustHold` is in it.
 */
export async function holdApp(page: Page, path: string, mustHold: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      let response = await route.fetch();
      while (!(await response.text()).includes(mustHold)) response = await route.fetch();
      await route.fulfill({ response });
    },
  );
  // The theme's script is the document's own, and blocks it.
  await page.route(/\/assets\/(?!theme-).*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return held.resolve;
}

/** Until the first screen is hydrated and its keys work. */
export const untilReady = (page: Page) => page.waitForFunction(() => !('early' in window));

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** No two neighbours are alike: a letter that is lost, doubled or late shows. */
export const textOf = (length: number, alphabet = LETTERS) =>
  Array.from({ length }, (_, at) => alphabet[(at * 7) % alphabet.length]).join('');

/** Types key by key. The app is released in the middle, and the last keys come when it is there. */
export async function typeThrough(page: Page, field: Locator, text: string, release: () => void, delay: number) {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  const third = Math.ceil(text.length / 3);
  await page.keyboard.type(text.slice(0, third), { delay });
  release();
  await page.keyboard.type(text.slice(third, 2 * third), { delay });
  await untilReady(page);
  await page.keyboard.type(text.slice(2 * third), { delay });
}

/** A word that is composed letter by letter and taken at the end, as phones and dead keys do. */
export async function compose(cdp: CDPSession, word: string, middle: () => Promise<unknown>): Promise<void> {
  for (let end = 1; end <= word.length; end += 1) {
    const text = word.slice(0, end);
    await cdp.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end });
    if (end === Math.ceil(word.length / 2)) await middle();
  }
  await cdp.send('Input.insertText', { text: word });
}

/** A mark on a node: it is the same node as long as the mark is there. */
export const markNode = (field: Locator) => field.evaluate((node) => Object.assign(node, { isOfDocument: true }));
export const isMarked = (field: Locator) => field.evaluate((node) => 'isOfDocument' in node);
