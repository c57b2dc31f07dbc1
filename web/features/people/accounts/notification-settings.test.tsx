import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  choosePreset,
  kindRules,
  listNotificationChoices,
  type NotificationChoice,
  type NotificationPreset,
  presetChoice,
} from '#contract/platform/notifications.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { NotificationSettings } from './notification-settings.tsx';

afterEach(() => queryClient.clear());

const kinds = ['payment_decided', 'new_content', 'exam_near'] as const;
const choicesOf = (preset: NotificationPreset): NotificationChoice[] =>
  kinds.map((kind) => ({ kind, ...presetChoice(kind, preset), emailAlways: kindRules[kind].email === 'always' }));

function open(choices: NotificationChoice[]) {
  const server = fakeServer();
  server.on(listNotificationChoices, answers.json(choices));
  signedIn();
  return { server, ...renderInApp(<NotificationSettings />) };
}
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

it('the preset that all choices agree with is the chosen one, and another is chosen by one press', async () => {
  const { user, server } = open(choicesOf('usual'));
  server.on(choosePreset, answers.json(choicesOf('essential')));
  expect((await radio(/^Recomendado/)).checked).toBe(true);
  await user.click(await radio(/^Só o essencial/));
  await waitFor(async () => expect((await radio(/^Só o essencial/)).checked).toBe(true));
  expect(server.calls).toContainEqual(
    expect.objectContaining({ path: '/api/notification-choices', body: { preset: 'essential' } }),
  );
});

it('choices of no preset leave both open and say so, and the single ones are folded', async () => {
  const [payment, content, exam] = choicesOf('usual') as [NotificationChoice, NotificationChoice, NotificationChoice];
  open([payment, content, { ...exam, inApp: false }]);
  expect(await screen.findByText('Agora vale o que você escolheu um por um.')).toBeTruthy();
  expect((await radio(/^Recomendado/)).checked).toBe(false);
  expect(document.querySelector('details')?.open).toBe(false);
});

it('a preset that could not be saved is shown as not chosen', async () => {
  const { user, server } = open(choicesOf('usual'));
  server.on(choosePreset, answers.offline);
  await user.click(await radio(/^Só o essencial/));
  await waitFor(async () => expect((await radio(/^Recomendado/)).checked).toBe(true));
});
