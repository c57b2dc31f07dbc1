import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser } from '#contract/people/accounts.ts';
import { checkResetLink, disownChange, resetPassword } from '#contract/people/recovery.ts';
import { countUnread } from '#contract/platform/notifications.ts';
import { call } from '#web/lib/api.ts';
import { forgetEndedSession } from '#web/lib/ended-session.ts';
import { queryClient, whenSessionEnds } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { AppShell } from './app-shell.tsx';

const putOut = vi.fn();
whenSessionEnds(putOut);
beforeEach(() => {
  forgetEndedSession();
  putOut.mockClear();
});

/** A tab with a session, opened by the link of an e-mail. */
function open(path: string) {
  history.replaceState(null, '', `${path}#t=token`);
  const server = fakeServer();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  signedIn();
  const end = () => {
    for (const call of [countUnread, getCurrentUser]) {
      server.on(call, answers.error(401, 'unauthorized', 'Unauthorized', { ended: 'disowned' }));
    }
  };
  return { server, end, ...renderInApp(<AppShell />, path) };
}

/** The bell polls, as it does every minute. */
const ring = () =>
  act(() =>
    queryClient
      .fetchQuery({ queryKey: keys.notifications.unread, queryFn: () => call(countUnread), staleTime: 0 })
      .catch(() => undefined),
  );

test("'não fui eu' in a tab that is logged in: the way to a new password stays, whatever comes round", async () => {
  const { server, user, end } = open('/not-me');
  const reply = later();
  server.on(disownChange, reply.promise);
  await user.click(await screen.findByRole('button', { name: /proteger minha conta/ }));
  end();
  await ring();
  reply.answer(answers.json({ emailRestored: true }));
  expect((await screen.findByRole('link', { name: 'Ir para a entrada' })).getAttribute('href')).toBe('/auth');
  expect(screen.getByText(/enviamos o link para o e-mail da conta/)).toBeTruthy();
  // The session has ended, and the page shows it.
  await vi.waitFor(() => expect(screen.queryByRole('banner')).toBeNull());
  expect(screen.getByText(/O e-mail anterior da conta voltou a valer/)).toBeTruthy();
  await ring();
  expect(putOut).not.toHaveBeenCalled();
});

test('a new password set in a tab that is logged in leads to the login', async () => {
  const { server, user, end, path } = open('/reset-password');
  server.on(checkResetLink, answers.json({ usable: true }));
  server.on(resetPassword, answers.json({ ok: true }));
  await user.type(await screen.findByLabelText('Nova senha'), 'novasenha');
  await user.type(screen.getByLabelText('Confirmar nova senha'), 'novasenha');
  end();
  await user.click(screen.getByRole('button', { name: 'Salvar nova senha' }));
  expect(await screen.findByText(/Sua nova senha já vale/)).toBeTruthy();
  await user.click(await screen.findByRole('link', { name: 'Entrar' }));
  expect(path()).toBe('/auth');
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeTruthy();
  expect(putOut).not.toHaveBeenCalled();
});
