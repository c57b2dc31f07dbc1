import { onTestFinished, vi } from 'vitest';
import { renewSchool } from '#web/lib/school.ts';

const bytesOf = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;

/** A browser with push messages, until the test ends: its permission prompt and its subscription. */
export function fakePush(permission: NotificationPermission = 'default', answer: NotificationPermission = 'granted') {
  const browser = {
    permission,
    asked: 0,
    /** The key of the subscription. */
    key: null as string | null,
    made: 0,
    /** The push service of the browser is unreachable, or never responds. */
    service: 'up' as 'up' | 'down' | 'silent',
  };
  const subscription = () => ({
    options: { applicationServerKey: browser.key && bytesOf(browser.key) },
    toJSON: () => ({ endpoint: `https://push.example/${browser.made}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.key = null;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (browser.key === null ? null : subscription()),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.service === 'down') throw new DOMException('Registration failed', 'AbortError');
      if (browser.service === 'silent') return new Promise(() => undefined);
      browser.key = applicationServerKey;
      browser.made += 1;
      return subscription();
    },
  };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: async () => {
      browser.asked += 1;
      if (browser.permission === 'default') browser.permission = answer;
      return browser.permission;
    },
  });
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  renewSchool({ hasWorker: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    renewSchool({ hasWorker: false });
    localStorage.clear();
  });
  return browser;
}
