import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listNotificationChoices, type NotificationKind } from '#contract/platform/notifications.ts';
import { getPushState, removePushDevice, savePushDevice } from '#contract/platform/push.ts';
import { getReviewReminder, setReviewReminder } from '#contract/study/review.ts';
import { choosePushKinds, refreshPushDevice } from '#web/features/platform/push/push-device.ts';
import { clearLocalData } from '#web/lib/local-data.ts';
import { pushSupport } from '#web/lib/push-support.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { fakePush } from '#web/testing/fake-push.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { NotificationSettings } from './notification-settings.tsx';

afterEach(() => queryClient.clear());

const KEY = 'BAAB';
const choice = (kind: NotificationKind) => ({
  kind,
  inApp: true,
  email: true,
  emailAlways: kind === 'payment_decided',
});

/** A school that remembers what the device wants. */
function school(publicKey: string | null = KEY) {
  const kept = { publicKey, kinds: [] as string[], hour: null as number | null };
  const state = () =>
    answers.json({
      publicKey: kept.publicKey,
      device: kept.kinds.length > 0 ? { kinds: kept.kinds } : null,
      offer: false,
    });
  const server = fakeServer();
  const last = () => server.calls.at(-1)?.body as { kinds: string[]; hour: number | null };
  server.on(
    listNotificationChoices,
    answers.json((['payment_decided', 'quiz_window', 'certificate', 'review_waiting'] as const).map(choice)),
  );
  server.on(getPushState, state);
  server.on(savePushDevice, () => {
    kept.kinds = last().kinds;
    return state();
  });
  server.on(removePushDevice, () => {
    kept.kinds = [];
    return state();
  });
  server.on(getReviewReminder, () => answers.json({ hour: kept.hour }));
  server.on(setReviewReminder, () => {
    kept.hour = last().hour;
    return answers.json({ hour: kept.hour });
  });
  return { kept, server };
}

const boxOf = async (kind: string) => {
  const box = within(await screen.findByRole('group', { name: kind })).getByRole('checkbox', {
    name: 'Neste aparelho',
  });
  return box as HTMLInputElement;
};
const ready = async (kind: string) => {
  const box = await boxOf(kind);
  await waitFor(() => expect(box.disabled).toBe(false));
  return box;
};

it('the permission is requested on the first tick only, and kinds are saved one by one', async () => {
  const me = signedIn();
  const browser = fakePush();
  const { kept, server } = school();
  const { user } = renderInApp(<NotificationSettings />);
  expect(
    within(await screen.findByRole('group', { name: 'Certificado emitido' })).queryByText('Neste aparelho'),
  ).toBeNull();
  const windows = await ready('Simulado com hora marcada');
  expect(browser.asked).toBe(0);
  await user.click(windows);
  await waitFor(() => expect(kept.kinds).toEqual(['quiz_window']));
  expect(server.calls.at(-1)?.body).toMatchObject({ endpoint: 'https://push.example/1', publicKey: KEY });
  await user.click(await ready('Decisão do pagamento'));
  await waitFor(() => expect(kept.kinds).toEqual(['quiz_window', 'payment_decided']));
  expect(browser.made).toBe(1);

  for (const kind of ['Simulado com hora marcada', 'Decisão do pagamento']) await user.click(await ready(kind));
  await waitFor(() => expect(kept.kinds).toEqual([]));
  await waitFor(() => expect(browser.key).toBeNull());
  expect(localStorage.getItem(`alvorada:${me.id}:push`)).toBeNull();
});

it.each([
  ['the person says no', 'denied', 'up', /não deu permissão/],
  ["the browser's service is down", 'granted', 'down', /não respondeu/],
] as const)('where %s nothing is switched on, and that is said', async (_, answer, service, words) => {
  signedIn();
  fakePush('default', answer).service = service;
  const { kept } = school();
  const { user } = renderInApp(<NotificationSettings />);
  await user.click(await ready('Simulado com hora marcada'));
  await screen.findByText(words);
  expect(kept.kinds).toEqual([]);
  expect((await boxOf('Simulado com hora marcada')).checked).toBe(false);
});

it('a browser that cannot reach its push service ends in an error', async () => {
  const me = signedIn();
  school();
  fakePush().service = 'silent';
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const choosing = expect(choosePushKinds(me.id, ['quiz_window'])).rejects.toMatchObject({ reason: 'browser' });
  await vi.advanceTimersByTimeAsync(20_000);
  await choosing;
});

it('a blocked permission shows how to restore it', async () => {
  signedIn();
  fakePush('denied');
  school();
  renderInApp(<NotificationSettings />);
  await screen.findByText(/O navegador bloqueou os avisos/);
  expect((await boxOf('Simulado com hora marcada')).disabled).toBe(true);
});

it('an iPhone shows that the app must be installed first, other browsers that push is unsupported', async () => {
  signedIn();
  school();
  fakePush();
  Reflect.deleteProperty(globalThis, 'PushManager');
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)');
  onTestFinished(() => agent.mockRestore());
  expect(pushSupport()).toBe('install-first');
  renderInApp(<NotificationSettings />);
  await screen.findByText(/Adicionar à Tela de Início/);
  expect((await boxOf('Decisão do pagamento')).disabled).toBe(true);
  agent.mockReturnValue('Mozilla/5.0 (X11; Linux)');
  expect(pushSupport()).toBe('none');
});

it('without a service worker, or if the school sends no messages, the page shows that', async () => {
  signedIn();
  school(null);
  renderInApp(<NotificationSettings />);
  await screen.findByText(/Este navegador não recebe avisos/);
  expect((await boxOf('Decisão do pagamento')).disabled).toBe(true);
});

it('the hour of the review comes before its channels', async () => {
  signedIn();
  fakePush();
  const { kept } = school();
  const { user } = renderInApp(<NotificationSettings />);
  const group = within(await screen.findByRole('group', { name: 'Revisão do dia' }));
  expect(group.queryByRole('checkbox')).toBeNull();
  const hour = group.getByRole('combobox', { name: 'Horário' });
  await waitFor(() => expect((hour as HTMLSelectElement).disabled).toBe(false));
  await user.selectOptions(hour, 'Todo dia às 19 h');
  await waitFor(() => expect(kept.hour).toBe(19));
  await user.click(await ready('Revisão do dia'));
  await waitFor(() => expect(kept.kinds).toEqual(['review_waiting']));
  await user.selectOptions(hour, 'Não lembrar');
  await waitFor(() => expect(kept.hour).toBeNull());
});

it('a later page renews the subscription for a new key, ends it without permission, and logging out removes it', async () => {
  const me = signedIn();
  const browser = fakePush();
  const { kept, server } = school();
  const { user } = renderInApp(<NotificationSettings />);
  await user.click(await ready('Simulado com hora marcada'));
  await waitFor(() => expect(kept.kinds).toEqual(['quiz_window']));

  kept.publicKey = 'CAAC';
  await refreshPushDevice(me.id);
  expect([browser.key, browser.made]).toEqual(['CAAC', 2]);
  // Another account in this browser has not subscribed.
  const before = server.calls.length;
  await refreshPushDevice('00000000-0000-4000-8000-000000000002');
  expect(server.calls.length).toBe(before);

  await clearLocalData(me.id);
  expect(browser.key).toBeNull();
  localStorage.setItem(`alvorada:${me.id}:push`, '["quiz_window"]');
  browser.permission = 'denied';
  await refreshPushDevice(me.id);
  expect(kept.kinds).toEqual([]);
});
