import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { beginLoginSetUp, completeLogin, confirmLoginSetUp } from '#contract/people/second-factor.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import SecondStep from './second-step.tsx';

const ana = { id: 'a', username: 'ana', firstName: 'Ana' };

function open(step: 'code' | 'set_up') {
  const [onEntered, onRestart] = [vi.fn(), vi.fn()];
  const server = fakeServer();
  server.on(beginLoginSetUp, answers.json({ secret: 'ABCDEFGHABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }));
  const { user } = renderInApp(
    <SecondStep ticket={`t-${step}`} step={step} onEntered={onEntered} onRestart={onRestart} />,
  );
  return { server, user, onEntered, onRestart };
}

describe('the code of a login', () => {
  test('a wrong code is shown at the field, and the right one logs in', async () => {
    const { server, user, onEntered } = open('code');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(screen.getByText('Digite o código.')).toBeTruthy();
    server.on(
      completeLogin,
      answers.error(403, 'wrong_code', 'Código incorreto.', { fields: { code: 'Código incorreto.' } }),
    );
    await user.type(screen.getByLabelText('Código de verificação'), '000000');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('Código incorreto.')).toBeTruthy();
    server.on(completeLogin, answers.json(ana));
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    await vi.waitFor(() => expect(onEntered.mock.calls[0]?.[0]).toEqual(ana));
    expect(server.calls.at(-1)?.body).toEqual({ ticket: 't-code', code: '000000' });
  });

  test('an ended ticket leads back to the password; a lost network does not', async () => {
    const { server, user, onRestart } = open('code');
    await user.type(screen.getByLabelText('Código de verificação'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    await screen.findByText(/Sem conexão com a internet/);
    expect(onRestart).not.toHaveBeenCalled();
    server.on(completeLogin, answers.error(409, 'ticket_expired', 'O tempo terminou.'));
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    await vi.waitFor(() => expect(onRestart).toHaveBeenCalled());
  });
});

test('a set-up shows the recovery codes before it enters', async () => {
  const { server, user, onEntered } = open('set_up');
  expect(await screen.findByText('ABCD EFGH ABCD EFGH')).toBeTruthy();
  server.on(confirmLoginSetUp, answers.json({ user: ana, recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'] }));
  await user.type(screen.getByLabelText('Código de verificação'), '123456');
  await user.click(screen.getByRole('button', { name: 'Ligar e entrar' }));
  expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeTruthy();
  expect(onEntered).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Guardei os códigos, entrar' }));
  expect(onEntered.mock.calls[0]?.[0]).toEqual(ana);
});
