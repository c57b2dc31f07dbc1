import { FOR_NO_DEVICE } from '#contract/first-screen.ts';
import { isLostStyle } from './load-chunk.ts';

/** A line that has died says nothing: the screen itself has its styles, and the rest comes when it comes. */
const PATIENCE_MS = 10_000;

/**
 * The document carries the styles of its own screen, and names the rest of them so that they hold nothing back. The app
 * needs them all. What did not come is asked for again with the next part (load-chunk.ts).
 */
export async function takeLaterStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][media="${FOR_NO_DEVICE}"]`);
  await Promise.all([...links].map(come));
  for (const link of links) link.media = 'all';
}

const come = (link: HTMLLinkElement): unknown =>
  link.sheet ||
  isLostStyle(link) ||
  new Promise((resolve) => {
    for (const kind of ['load', 'error']) link.addEventListener(kind, resolve);
    setTimeout(resolve, PATIENCE_MS);
  });
