import { orElse } from '#web/lib/or-else.ts';

/** The bytes that this browser would still store for the platform; null: it does not say. */
export async function freeBytes(): Promise<number | null> {
  return orElse(async () => {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  }, null);
}

/** Asks the browser not to evict downloads when the device is short of space. It may refuse. */
export const askToPersist = (): Promise<boolean> => orElse(() => navigator.storage.persist(), false);
