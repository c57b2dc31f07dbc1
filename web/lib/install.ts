import { DAY_MS } from '#contract/time.ts';
import { localStore } from './safe-storage.ts';

/** The browser's own offer to install, which it makes once and takes back when it is not kept. */
type InstallOffer = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** By device, not by person: it is the device that has an icon. */
const NAME = 'installAsked';
const INVITE_PAUSE_MS = 60 * DAY_MS;

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** To be called as soon as the code is there: the browser does not repeat itself. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Ours is quieter, and comes when it has been earned.
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

/** Safari on an iPhone or iPad installs by its own menu alone, and says nothing about it. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Asked once; 'Agora não' holds for 60 days. */
export const mayAsk = (now: number): boolean => now - Number(localStore.read(NAME) ?? 0) > INVITE_PAUSE_MS;

export const noteAsked = (now: number): void => void localStore.write(NAME, String(now));

/** How this browser can be asked now; null: it cannot, or it is installed already. */
export function installWay(): 'offer' | 'ios' | null {
  if (isInstalled()) return null;
  if (offer) return 'offer';
  return isIos(navigator) ? 'ios' : null;
}

/** Shows the browser's own dialog. */
export async function install(): Promise<boolean> {
  const shown = offer;
  offer = null;
  if (!shown) return false;
  await shown.prompt();
  return (await shown.userChoice).outcome === 'accepted';
}
