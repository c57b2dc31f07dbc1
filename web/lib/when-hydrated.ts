import { whenReady } from './app-ready.ts';

/** What is read of React's tree. `late-answers.test.tsx` fails when an upgrade of React changes it. */
type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedState: { dehydrated?: unknown } | null };

/** The tree that is on the screen; a hydration that was begun and thrown away is not part of it. */
function treeOf(root: Element): Fiber | null {
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'));
  const container = key && (Reflect.get(root, key) as { stateNode: { current: Fiber } } | null);
  return container ? container.stateNode.current : null;
}

/**
 * Whether every `Suspense` section of the document is hydrated. React hydrates them one by one after the screen around
 * them. The nodes do not tell: React links a node to its data while it renders, also when it throws that render away
 * because another update is more urgent or a chunk is missing, and renders the section once more later.
 */
export function areSectionsHydrated(root: Element): boolean {
  const open = [treeOf(root)];
  while (open.length > 0) {
    const fiber = open.pop();
    if (!fiber) continue;
    if (fiber.memoizedState?.dehydrated) return false;
    open.push(fiber.sibling, fiber.child);
  }
  return true;
}

const POLL_MS = 50;
/** A section whose chunk is lost is never hydrated. */
const MOST_HYDRATION_MS = 10_000;
/** The same for a screen whose chunk is lost. Longer: a busy device takes its time until the screen is there. */
const MOST_READY_MS = 30_000;

/** Resolves once the screen and all its sections are hydrated. */
export const whenHydrated = (root: Element): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, MOST_READY_MS);
    whenReady(() => {
      setTimeout(resolve, MOST_HYDRATION_MS);
      poll();
    });
    function poll() {
      if (areSectionsHydrated(root)) resolve();
      else setTimeout(poll, POLL_MS);
    }
  });
