import { DAY_MS } from '#contract/time.ts';
import { localStore } from './safe-storage.ts';

/** The `beforeinstallprompt` event. The browser fires it once and drops the offer unless it is stored. */
type InstallOffer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** Per device, not per person: the device has the icon. */
const NAME = 'installAsked';
const INVITE_PAUSE_MS = 60 * DAY_MS;

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Call as early as possible: the browser fires the event only once. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The product shows its own invitation later, and less prominently.
    event.preventDefault();
    offer = event as InstallOffer;
    for (const listener of listeners) listener();
  });
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** Safari on an iPhone or iPad installs only by its menu, and fires no event. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** At most one invitation in 60 days, counted from the last one. */
export const mayAsk = (now: number): boolean => now - Number(localStore.read(NAME) ?? 0) > INVITE_PAUSE_MS;

export const noteAsked = (now: number): void => void localStore.write(NAME, String(now));

/** How this browser can be invited now; null: it cannot, or the app is installed already. */
export function installWay(): 'offer' | 'ios' | null {
  if (isInstalled()) return null;
  if (offer) return 'offer';
  return isIos(navigator) ? 'ios' : null;
}

/** Shows the install dialog of the browser. */
export async function install(): Promise<boolean> {
  const shown = offer;
  offer = null;
  if (!shown) return false;
  await shown.prompt();
  return (await shown.userChoice).outcome === 'accepted';
}
