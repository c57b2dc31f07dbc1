import { expect, it } from 'vitest';
import { listenForPushes, type PushScope } from './push.ts';

const ORIGIN = 'https://escola.example';

/** As much of a browser as messages need: what it showed, opened and sent. */
function world(pages: string[] = [], state: object = { publicKey: 'BAAB', device: { kinds: ['quiz_window'] } }) {
  const listeners: Record<string, (event: never) => void> = {};
  const did: unknown[] = [];
  const scope = {
    addEventListener: (kind: string, listener: never) => {
      listeners[kind] = listener;
    },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) => void did.push({ title, ...options }),
      pushManager: {
        subscribe: async () => ({
          toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }),
        }),
      },
    },
    clients: {
      matchAll: async () => pages.map((url) => ({ url, focus: async () => void did.push(`focus ${url}`) })),
      openWindow: async (url: string) => void did.push(`open ${url}`),
    },
    location: { origin: ORIGIN },
    fetch: async (path: string, init?: RequestInit) => {
      did.push(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''}`.trim());
      return Response.json(state);
    },
  };
  listenForPushes(scope as unknown as PushScope);
  const dispatch = async (kind: string, event: object = {}) => {
    const works: Promise<unknown>[] = [];
    listeners[kind]?.({ ...event, waitUntil: (work: Promise<unknown>) => void works.push(work) } as never);
    await Promise.all(works);
    return did;
  };
  const press = (path: unknown) =>
    dispatch('notificationclick', { notification: { close: () => did.push('close'), data: { path } } });
  return { dispatch, press };
}

it('a message is shown with its tag, so that duplicates appear once', async () => {
  const told = { title: 'Revisão', body: 'Leva cerca de 5 min.', path: '/review', tag: 'notification-7' };
  expect(await world().dispatch('push', { data: { json: () => told } })).toMatchObject([
    { title: 'Revisão', body: 'Leva cerca de 5 min.', tag: 'notification-7', data: { path: '/review' } },
  ]);
});

it.each([
  ['nothing', null],
  [
    'no JSON',
    {
      json: () => {
        throw new SyntaxError('Unexpected token');
      },
    },
  ],
])('a push with %s still shows a notification', async (_, data) => {
  expect(await world().dispatch('push', { data })).toMatchObject([
    { title: 'Você tem um aviso novo', data: { path: '/' } },
  ]);
});

it('a click opens the page in another window, or focuses one that is open there', async () => {
  const others = [`${ORIGIN}/quizzes/7`, `${ORIGIN}/study`];
  expect(await world(others).press('/review')).toEqual(['close', `open ${ORIGIN}/review`]);
  expect(await world(others).press('/quizzes/7')).toEqual(['close', `focus ${ORIGIN}/quizzes/7`]);
});

it.each(['https://exemplo.com.br/x', '//exemplo.com.br', 'javascript:alert(1)', 7, undefined])(
  'leads to no other house: %s',
  async (path) => {
    expect(await world().press(path)).toEqual(['close', `open ${ORIGIN}/`]);
  },
);

it('a replaced subscription is sent to the school if messages are still wanted', async () => {
  const [, saved] = (await world().dispatch('pushsubscriptionchange')) as [string, string];
  expect(saved).toMatch(/^PUT \/api\/push\/device \{/);
  expect(JSON.parse(saved.slice(saved.indexOf('{')))).toEqual({
    endpoint: 'https://push.example/2',
    keys: { p256dh: 'p', auth: 'a' },
    publicKey: 'BAAB',
    kinds: ['quiz_window'],
  });
  const unwanted = world([], { publicKey: 'BAAB', device: null });
  expect(await unwanted.dispatch('pushsubscriptionchange')).toEqual(['GET /api/push']);
});
