import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    controlsOfDocument?: Element[];
  }
}

/** Call before the visit: notes the controls of the document that are in view, before any script of the app runs. */
export const noteControls = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      const controls = document.querySelectorAll('#root :is(a[href], button, summary)');
      const isInView = (control: Element) => {
        const { top, bottom } = control.getBoundingClientRect();
        return control.checkVisibility() && top < innerHeight && bottom > 0;
      };
      window.controlsOfDocument = [...controls].filter(isInView);
    });
  });

/** What a person presses in the document is still there when they let go: hydration replaces and hides no control. */
export async function expectControlsStay(page: Page, place: string): Promise<void> {
  const gone = await page.evaluate(() =>
    (window.controlsOfDocument ?? [])
      .filter((control) => !control.isConnected || !control.checkVisibility())
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );
  expect(gone, `controls of the document that are lost: ${place}`).toEqual([]);
}
