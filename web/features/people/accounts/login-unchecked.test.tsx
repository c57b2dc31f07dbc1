import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { login } from '#contract/people/accounts.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import LoginScreen from './login-screen.tsx';

// The chunk with the form's schema fails to load, every time.
vi.mock('./login-body.ts', () => ({
  get loginBody() {
    throw new Error('A deploy has taken it away.');
  },
}));

it('without the form’s schema, the field errors of the server are shown at the fields', async () => {
  const fields = { username: 'Digite seu usuário para entrar.', password: 'Digite sua senha para entrar.' };
  const server = fakeServer();
  server.on(login, answers.error(400, 'bad_request', 'Confira os dados enviados.', { fields }));
  const { user } = renderInApp(<LoginScreen />, '/auth');
  const name = screen.getByLabelText('Usuário');
  await user.click(name);
  await act(() => vi.dynamicImportSettled());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(name);
  for (const text of Object.values(fields)) expect(screen.getByText(text)).toBeTruthy();
  expect(await screen.findByText('Campos obrigatórios')).toBeTruthy();
  expect(screen.queryByText('Confira os dados enviados.')).toBeNull();
  expect(server.calls.map(({ path }) => path)).toContain('/api/login');

  // A wrong password is reported as usual.
  server.on(login, answers.error(401, 'invalid_credentials', 'Usuário ou senha incorretos.'));
  await user.type(name, 'rafa');
  await user.type(screen.getByLabelText('Senha', { selector: 'input' }), 'segredo1');
  await act(() => vi.dynamicImportSettled());
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Usuário ou senha incorretos.')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});
