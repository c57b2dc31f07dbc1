import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listPasskeys } from '#contract/people/passkeys.ts';
import { getSecondFactor } from '#contract/people/second-factor.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { WayBackNotice } from './way-back-notice.tsx';

const at = '2026-11-15T12:00:00.000Z';
const key = { id: 1, name: 'Celular', device: null, createdAt: at, lastUsedAt: at, worksHere: true };

function open(factor: { enabledAt: string | null; recoveryCodesLeft: number }, own: object) {
  signedIn('student');
  const server = fakeServer();
  server.on(getSecondFactor, answers.json({ required: false, ...factor }));
  server.on(listPasskeys, answers.json(own));
  return renderInApp(<WayBackNotice />);
}
const title = 'Falta um jeito de voltar se perder o celular';

test('the notice offers recovery codes to a person who has none', async () => {
  open({ enabledAt: at, recoveryCodesLeft: 0 }, { passkeys: [], hasPassword: true });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Gerar códigos' })).toBeTruthy();
});

test('with one passkey and nothing else, the notice says what would help', async () => {
  open({ enabledAt: null, recoveryCodesLeft: 0 }, { passkeys: [key], hasPassword: false });
  expect(await screen.findByText(/só tem uma chave de acesso/)).toBeTruthy();
});
