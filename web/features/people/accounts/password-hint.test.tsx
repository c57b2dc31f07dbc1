import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { changePassword } from '#contract/people/profile.ts';
import { checkPassword } from '#contract/people/recovery.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CommonPasswordNotice from './common-password-notice.tsx';
import PasswordHint from './password-hint.tsx';
import { PasswordSettings } from './password-settings.tsx';
import RegisterScreen from './register-screen.tsx';

function Typed() {
  const [password, setPassword] = useState('');
  return (
    <>
      <input aria-label="Senha" onChange={({ target }) => setPassword(target.value)} />
      <PasswordHint password={password} />
    </>
  );
}

const patience = { timeout: 5000 };

test('a common password is named while it is typed, with the names of the form beside it', async () => {
  const server = fakeServer();
  server.on(checkPassword, answers.json({ common: true }));
  const { user } = renderInApp(<RegisterScreen />, '/register');
  await user.type(screen.getByLabelText('Nome'), 'Rafaela');
  await user.click(screen.getByLabelText('Senha', { selector: 'input' }));
  await user.paste('rafaela1');
  expect(await screen.findByText('Senha muito comum', {}, patience)).toBeTruthy();
  expect(screen.getByText('Escolha outra: esta está entre as mais usadas.')).toBeTruthy();
  expect(server.calls.at(-1)?.body).toMatchObject({ password: 'rafaela1', firstName: 'Rafaela' });
});

test('the hint goes when the password is changed or the server does not answer', async () => {
  const server = fakeServer();
  server.on(checkPassword, answers.json({ common: true }));
  const { user } = renderInApp(<Typed />);
  const input = screen.getByLabelText('Senha');
  await user.type(input, 'abc');
  await user.type(input, '12345');
  expect(await screen.findByText('Senha muito comum', {}, patience)).toBeTruthy();
  server.on(checkPassword, answers.offline);
  await user.type(input, '6');
  expect(screen.queryByText('Senha muito comum')).toBeNull();
  await vi.waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ password: 'abc123456' }), patience);
  expect(screen.queryByText('Senha muito comum')).toBeNull();
});

test('a password that is too short is not checked', async () => {
  const server = fakeServer();
  server.on(checkPassword, answers.json({ common: false }));
  // The pause of the first one ends first.
  renderInApp(
    <>
      <PasswordHint password="12345" />
      <PasswordHint password="senha123" />
    </>,
  );
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(0), patience);
  expect(server.calls.map(({ body }) => body)).toEqual([{ password: 'senha123' }]);
});

test('a refused common password is said in the exact words', async () => {
  const server = fakeServer();
  server.on(checkPassword, answers.json({ common: false }));
  server.on(changePassword, answers.error(400, 'common_password', 'Escolha outra: esta está entre as mais usadas.'));
  const { user } = renderInApp(<PasswordSettings />, '/settings?mudar=senha');
  await user.type(screen.getByLabelText('Senha atual'), 'segredo1');
  await user.type(screen.getByLabelText('Nova senha'), 'senha123');
  await user.click(screen.getByRole('button', { name: /Trocar senha/ }));
  const toasts = screen.getByRole('region', { name: 'Avisos' });
  await vi.waitFor(() => expect(toasts.textContent).toContain('Senha muito comum'));
  expect(toasts.textContent).toContain('Escolha outra: esta está entre as mais usadas.');
});

test('the notice after a login leads to the change of the password, and can be put off in this tab', async () => {
  const { user } = renderInApp(<CommonPasswordNotice />);
  expect(screen.getByRole('link', { name: 'Trocar a senha' }).getAttribute('href')).toBe('/settings?mudar=senha');
  await user.click(screen.getByRole('button', { name: 'Agora não' }));
  expect(screen.queryByRole('note')).toBeNull();
  renderInApp(<CommonPasswordNotice />);
  expect(screen.queryByRole('note')).toBeNull();
  sessionStorage.clear();
});
