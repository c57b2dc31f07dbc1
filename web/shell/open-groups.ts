import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import type { GroupName } from './destinations.ts';

/** Closed by default: the pages that run the school are needed least often. */
const closedAtFirst: readonly GroupName[] = ['school'];

/** Which groups of the staff's navigation are open. Remembered per account in this browser. */
export function useOpenGroups(userId: string) {
  const key = localKey(userId, 'closed-groups');
  const [closed, setClosed] = useBrowserState<readonly string[]>(
    () => localStore.read(key)?.split(' ') ?? closedAtFirst,
    closedAtFirst,
  );
  const setOpen = (name: GroupName, isOpen: boolean) => {
    const next = closed.filter((one) => one !== name && one !== '').concat(isOpen ? [] : name);
    setClosed(next);
    localStore.write(key, next.join(' '));
  };
  return { isOpen: (name: GroupName) => !closed.includes(name), setOpen };
}

/** Whether the side bar is a narrow rail. Remembered per account in this browser. */
export function useRail(userId: string) {
  const key = localKey(userId, 'side-bar');
  const [isRail, setRail] = useBrowserState(() => localStore.read(key) === 'rail', false);
  const toggle = () => {
    setRail(!isRail);
    localStore.write(key, isRail ? 'open' : 'rail');
  };
  return { isRail, toggle };
}
