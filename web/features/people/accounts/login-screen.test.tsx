import { screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endReasons } from '#contract/errors.ts';
import { getCurrentUser } from '#contract/people/accounts.ts';
import { checkEmailLink } from '#contract/people/profile.ts';
import { type EndedSession, forgetEndedSession, noteEndedSession } from '#web/lib/ended-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import EndedNotice from './ended-notice.tsx';
import LoginScreen from './login-screen.tsx';

beforeEach(forgetEndedSession);

/** The start of the app: it fetches the session, and shows the login. */
async function open(ended?: string, usable = false) {
  const server = fakeServer();
  server.on(getCurrentUser, answers.error(401, 'unauthorized', 'Unauthorized', ended ? { ended } : {}));
  server.on(checkEmailLink, answers.json({ usable }));
  expect(await queryClient.fetchQuery(sessionQuery)).toBeNull();
  renderInApp(<LoginScreen />);
}

test('a visitor sees no message about a session', async () => {
  await open();
  await vi.dynamicImportSettled();
  expect(screen.queryByText('Você precisa entrar de novo')).toBeNull();
});

test('a person with the cookie of an ended session sees why it ended', async () => {
  await open('everywhere');
  expect(await screen.findByText('Você saiu de todos os aparelhos.')).toBeTruthy();
});

test('a person whose session ended on a screen sees why, and that the login leads back to it', async () => {
  noteEndedSession('password_changed');
  await open('password_changed');
  expect(
    await screen.findByText('Sua senha foi trocada: entre com a nova. Depois de entrar, você volta para onde estava.'),
  ).toBeTruthy();
});

test('a blocked person is not asked to log in', async () => {
  noteEndedSession('blocked');
  await open('blocked');
  expect(await screen.findByText('Sua conta foi bloqueada')).toBeTruthy();
  expect(screen.queryByText(/Depois de entrar/)).toBeNull();
});

test('each reason has a different text, and an unknown one has the general text', () => {
  const textOf = (because: EndedSession['because']) =>
    renderToStaticMarkup(<EndedNotice because={because} from={null} />);
  expect(new Set([...endReasons, 'left' as const, 'ended' as const].map(textOf)).size).toBe(endReasons.length + 2);
  expect(textOf('of_tomorrow' as EndedSession['because'])).toBe(textOf('ended'));
});

test.each([
  [true, 'Entre para confirmar seu novo e-mail.'],
  [false, 'Este link não funciona mais'],
])('the link of a confirmation mail is looked at before anything is asked: usable %s', async (usable, text) => {
  history.replaceState(null, '', '/settings#email=token');
  onTestFinished(() => history.replaceState(null, '', '/'));
  await open(undefined, usable);
  expect(await screen.findByText(text)).toBeTruthy();
});
