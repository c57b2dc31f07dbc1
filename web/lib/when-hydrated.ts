import { whenReady } from './app-ready.ts';

/**
 * Whether every `Suspense` section of the document is hydrated. React hydrates them one by one after the screen around
 * them. It ends each section with the comment `/$`, and links each node to its data when it hydrates it, the last node
 * last. `late-answers.test.tsx` fails when an upgrade of React changes that.
 */
export function areSectionsHydrated(root: Element): boolean {
  const comments = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    let last: Node | null = comments.currentNode;
    if ((last as Comment).data !== '/$') continue;
    while (last instanceof Comment) last = last.previousSibling;
    if (last && !Object.keys(last).some((name) => name.startsWith('__reactFiber'))) return false;
  }
  return true;
}

const POLL_MS = 50;
/** A section whose chunk is lost is never hydrated. */
const MOST_HYDRATION_MS = 10_000;

/** Resolves once the screen and all its sections are hydrated. */
export const whenHydrated = (root: Element): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, MOST_HYDRATION_MS);
    whenReady(function poll() {
      if (areSectionsHydrated(root)) resolve();
      else setTimeout(poll, POLL_MS);
    });
  });
