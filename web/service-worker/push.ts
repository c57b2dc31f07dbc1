import type { PushState } from '#contract/platform/push.ts';
import type { Extendable } from './scope.ts';

/** What comes from the server (server/features/platform/push/lock-screen.ts). */
type PushPayload = { title: string; body: string; path: string; tag: string };

type PushEvent = Extendable & { data: { json(): unknown } | null };
type ClickEvent = Extendable & { notification: { close(): void; data: unknown } };
type Window = { url: string; focus(): Promise<unknown> };

type Listen = {
  (kind: 'push', listener: (event: PushEvent) => void): void;
  (kind: 'notificationclick', listener: (event: ClickEvent) => void): void;
  (kind: 'pushsubscriptionchange', listener: (event: Extendable) => void): void;
};

/** What messages use of the worker's world. */
export type PushScope = {
  addEventListener: Listen;
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    pushManager: Pick<PushManager, 'subscribe'>;
  };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
  fetch(request: string, init?: RequestInit): Promise<Response>;
};

export function listenForPushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, read(event))));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, event.notification.data));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope)));
}

/** A browser revokes the permission of a site that shows no notification: an unreadable message shows one, too. */
function read({ data }: PushEvent): Partial<PushPayload> {
  try {
    return (data?.json() ?? {}) as Partial<PushPayload>;
  } catch {
    return {};
  }
}

const show = ({ registration }: PushScope, { title, body = '', path = '/', tag }: Partial<PushPayload>) =>
  registration.showNotification(title || 'Você tem um aviso novo', {
    body,
    lang: 'pt-BR',
    icon: '/icon-192.png',
    // A message that arrives twice replaces its notification without a second sound.
    ...(tag ? { tag } : {}),
    data: { path },
  });

/**
 * Focuses a page that is open at the address; otherwise opens a new one. A page with an open attempt never navigates.
 */
async function open({ clients, location }: PushScope, data: unknown): Promise<void> {
  const { path } = (data ?? {}) as { path?: unknown };
  const wished = URL.parse(typeof path === 'string' ? path : '/', location.origin);
  const address = wished?.origin === location.origin ? wished.href : `${location.origin}/`;
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === address);
  await (there ? there.focus() : clients.openWindow(address));
}

/** The browser has replaced its subscription: the school gets the new one, if it still sends to this device. */
async function renew({ registration, fetch }: PushScope): Promise<void> {
  const answer = await fetch('/api/push');
  if (!answer.ok) return;
  const { publicKey, device } = (await answer.json()) as PushState;
  if (publicKey === null || device === null) return;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push/device', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, publicKey, kinds: device.kinds }),
  });
}
