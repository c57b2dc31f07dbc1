import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { login } from '#contract/people/accounts.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import LoginScreen from './login-screen.tsx';

it.each([
  ['blocked', 'Conta bloqueada', 'Fale com o suporte.'],
  ['awaiting_approval', 'Conta em análise', 'Seu cadastro de professor aguarda aprovação.'],
] as const)('%s: says so in the page, with the way to a person', async (code, title, text) => {
  const server = fakeServer();
  server.on(login, answers.error(403, code, text));
  const { user } = renderInApp(<LoginScreen />, '/auth');
  await user.type(screen.getByLabelText('Usuário'), 'rafa');
  await user.type(screen.getByLabelText('Senha', { selector: 'input' }), 'segredo1');
  await user.click(screen.getByRole('button', { name: /Entrar|Entrando/ }));
  const help = within((await screen.findByText('Precisa de ajuda?')).parentElement as HTMLElement);
  expect(screen.getAllByText(title)).toHaveLength(2);
  expect(help.getByRole('link', { name: 'E-mail' }).getAttribute('href')).toContain('Ajuda%20para%20rafa');
  expect(help.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
});
