import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { countUnread } from '#contract/platform/notifications.ts';
import type { Key } from '#web/lib/entry-keys.ts';
import { queryClient, takeAnswers } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { Bell } from './bell.tsx';

/** Something that a person does, and that the server takes. */
const doIt = (mutationKey?: Key) =>
  act(() =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => null, ...(mutationKey ? { mutationKey } : {}) })
      .execute(undefined),
  );

/** The count as preloaded in the document: it is fresh during the first render. */
const bring = (unread: number) => takeAnswers([[keys.notifications.unread, { unread }]]);

test('an action refetches the notifications it may have caused', async () => {
  const server = fakeServer();
  server.on(countUnread, answers.json({ unread: 1 }));
  bring(0);
  renderInApp(<Bell open={false} onOpenChange={() => undefined} />);
  expect(screen.getByRole('button', { name: 'Notificações' })).toBeTruthy();
  await doIt();
  expect(await screen.findByRole('button', { name: 'Notificações: 1 nova' })).toBeTruthy();
});

test('an action from before the bell was mounted refetches, too', async () => {
  const server = fakeServer();
  server.on(countUnread, answers.json({ unread: 1 }));
  bring(0);
  await doIt();
  renderInApp(<Bell open={false} onOpenChange={() => undefined} />);
  expect(await screen.findByRole('button', { name: 'Notificações: 1 nova' })).toBeTruthy();
});

test('the data of the document stays without an action, or after one on notifications only', async () => {
  const server = fakeServer();
  bring(2);
  await doIt(keys.notifications.all);
  renderInApp(<Bell open={false} onOpenChange={() => undefined} />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByRole('button', { name: 'Notificações: 2 novas' })).toBeTruthy();
  expect(server.calls).toEqual([]);
});
