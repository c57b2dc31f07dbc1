import { FOR_NO_DEVICE } from '#contract/first-screen.ts';
import { isLostStyle } from './load-chunk.ts';

/** A dead connection fires no event: the screen has its styles, and the others may come later. */
const PATIENCE_MS = 10_000;

/**
 * The document inlines the styles of its screen and links the others so that they do not block rendering. The app needs
 * them all. A stylesheet that failed is requested again with the next chunk (load-chunk.ts).
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
