import { onTestFinished, vi } from 'vitest';
import { loadChunk, watchLostStyles } from '#web/lib/load-chunk.ts';

const HREF = 'https://escola.example/lost.css';
const current = () => document.head.querySelector<HTMLLinkElement>(`link[href="${HREF}"]`) as HTMLLinkElement;

/**
 * Adds a stylesheet that failed to load. The next `loadChunk` requests it again and waits for its `load` or `error`
 * event, which jsdom never sends: a test dispatches it on `current()`. The files of a worker share the list of lost
 * stylesheets and its listener: when the test ends, the stylesheet counts as loaded and the listener is removed.
 */
export function loseStyle() {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', media: 'not all', href: HREF });
  document.head.append(link);
  window.early = { pressed: [], lost: [link] };
  const added = vi.spyOn(globalThis, 'addEventListener');
  watchLostStyles();
  const { calls } = added.mock;
  added.mockRestore();
  delete window.early;
  onTestFinished(async () => {
    for (const [kind, listener, options] of calls) removeEventListener(kind, listener, options);
    const settled = loadChunk(async () => undefined);
    current().dispatchEvent(new Event('load'));
    await settled;
    current().remove();
  });
  return { link, current };
}
