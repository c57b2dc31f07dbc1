import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answerPushOffer, getPushState, savePushDevice } from '#contract/platform/push.ts';
import { setReviewReminder } from '#contract/study/review.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { fakePush } from '#web/testing/fake-push.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { LazyPushOffer } from './lazy-push-offer.tsx';
import type { PushMoment } from './push-offer.tsx';

afterEach(() => queryClient.clear());

function offer(after: PushMoment, isOffered = true) {
  signedIn();
  const server = fakeServer();
  const state = (kinds: string[] | null) =>
    answers.json({ publicKey: 'BAAB', device: kinds && { kinds }, offer: isOffered && !kinds });
  server.on(getPushState, state(null));
  server.on(savePushDevice, state(['review_waiting']));
  server.on(answerPushOffer, answers.json({ ok: true }));
  server.on(setReviewReminder, answers.json({ hour: 19 }));
  const told = (path: string) => server.calls.filter((call) => call.path === path).map(({ body }) => body);
  return { told, server, ...renderInApp(<LazyPushOffer after={after} />) };
}

it('the offer is shown once, requests no permission by itself, and "Agora não" is final', async () => {
  const browser = fakePush();
  const { user, told } = offer('presence');
  await screen.findByText('Uma hora antes de o simulado abrir.');
  await waitFor(() => expect(told('/api/push/offer')).toEqual([{ answer: 'shown' }]));
  await user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(screen.queryByText('Avisar neste aparelho?')).toBeNull();
  await waitFor(() => expect(told('/api/push/offer')).toEqual([{ answer: 'shown' }, { answer: 'later' }]));
  expect(browser.asked).toBe(0);
});

it('an offer accepted after a review sets the reminder to the hour of that review', async () => {
  const browser = fakePush();
  const { user, told } = offer('review');
  await user.click(await screen.findByRole('button', { name: 'Ativar avisos' }));
  await screen.findByText('Avisos ativados neste aparelho');
  expect(browser.asked).toBe(1);
  expect(told('/api/push/device')).toMatchObject([{ kinds: ['review_waiting'] }]);
  const [{ hour }] = told('/api/review/reminder') as [{ hour: number }];
  expect(hour).toBeGreaterThanOrEqual(0);
  expect(hour).toBeLessThan(24);
  await waitFor(() => expect(told('/api/push/offer')).toEqual([{ answer: 'shown' }, { answer: 'taken' }]));
});

it('a denied permission is shown, and counts as an answer', async () => {
  fakePush('default', 'denied');
  const { user, told } = offer('payment');
  await user.click(await screen.findByRole('button', { name: 'Ativar avisos' }));
  await screen.findByText(/não deu permissão/);
  await waitFor(() => expect(told('/api/push/offer')).toEqual([{ answer: 'shown' }, { answer: 'later' }]));
  expect(told('/api/push/device')).toEqual([]);
});

it('the offer is not shown after an answer, after an earlier request, or without support', async () => {
  fakePush('granted');
  expect(offer('review').server.calls).toEqual([]);
  fakePush();
  const { server } = offer('review', false);
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toEqual(['/api/push']));
  expect(screen.queryByRole('button', { name: 'Ativar avisos' })).toBeNull();
});
