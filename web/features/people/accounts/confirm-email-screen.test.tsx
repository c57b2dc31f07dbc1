import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { confirmEmail, resendConfirmation } from '#contract/people/registration.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import ConfirmEmailScreen from './confirm-email-screen.tsx';

afterEach(() => history.replaceState(null, '', '/'));

function open(fragment: string) {
  history.replaceState(null, '', `/confirm-email${fragment}`);
  const server = fakeServer();
  return { server, ...renderInApp(<ConfirmEmailScreen />) };
}

test('opening the link confirms nothing; the button does', async () => {
  const { server, user } = open('#t=abc');
  expect(server.calls).toEqual([]);
  server.on(confirmEmail, answers.json({ ok: true }));
  await user.click(screen.getByRole('button', { name: 'Confirmar e-mail' }));
  expect(await screen.findByText(/recupera a senha/)).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ token: 'abc' });
});

test('a link that is over offers another one', async () => {
  const { server, user } = open('#t=abc');
  server.on(confirmEmail, answers.error(409, 'link_expired', 'Este link já foi usado ou venceu. Peça um novo.'));
  await user.click(screen.getByRole('button', { name: 'Confirmar e-mail' }));
  server.on(resendConfirmation, answers.json({ ok: true }));
  await user.type(await screen.findByLabelText('E-mail do cadastro'), 'ana@exemplo.com.br');
  await user.click(screen.getByRole('button', { name: 'Enviar outro link' }));
  expect(await screen.findByText(/chega em instantes/)).toBeTruthy();
});
