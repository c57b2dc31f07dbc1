import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { getCharge, openCharge } from '#contract/money/charges.ts';
import { getPaymentByCode, type PublicPayment } from '#contract/money/payments.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import PaymentScreen from './payment-screen.tsx';

const code = '7KQ2M0XRW91TB3HN';
const payment: PublicPayment = {
  paymentCode: code,
  status: 'pending',
  amount: 29_700,
  pixCode: 'static-code',
  createdAt: '2026-11-07T12:00:00.000Z',
  updatedAt: '2026-11-07T12:00:00.000Z',
  proofUploadedAt: null,
  rejectionReason: null,
};
const charge = {
  pixCode: 'code-of-the-charge',
  cardUrl: null,
  slipUrl: null,
  card: null,
  expiresAt: '2026-11-08T12:00:00.000Z',
};

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.useRealTimers();
});

function open(answer: object) {
  queryClient.clear();
  paymentKeys.write({ code, email: 'ana@exemplo.com.br' });
  const server = fakeServer();
  server.on(getPaymentByCode, answers.json(payment));
  server.on(openCharge, answers.json(answer));
  server.on(getCharge, answers.json(answer));
  return { server, ...renderInApp(<PaymentScreen />, '/payment') };
}

it('without a provider the page is unchanged, and does not ask again', async () => {
  const { server } = open({ status: 'pending', charge: null });
  expect((await screen.findByTestId('pix-code')).textContent).toBe('static-code');
  expect(screen.getByText('Envie o comprovante')).toBeTruthy();
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/payments/charge'));
  expect(server.calls.filter(({ path, body }) => path === '/api/payments/charge' && body === undefined)).toEqual([]);
});

it('with a provider its code is shown, the proof is folded away, and the approval leads on automatically', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, user, path } = open({ status: 'pending', charge });
  await waitFor(() => expect(screen.getByTestId('pix-code').textContent).toBe('code-of-the-charge'));
  expect(screen.queryByText('Envie o comprovante')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pagou e não liberou?' }));
  expect(screen.getByRole('button', { name: 'Enviar Comprovante' })).toBeTruthy();

  server.on(getCharge, answers.json({ status: 'approved', charge: null }));
  server.on(getPaymentByCode, answers.json({ ...payment, status: 'approved' }));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await waitFor(() => expect(path()).toBe('/payment-status'));
});

it('card and slip are paid on the provider’s own pages, where it takes them', async () => {
  open({
    status: 'pending',
    charge: {
      ...charge,
      cardUrl: 'https://pague.example/c',
      slipUrl: 'https://pague.example/b',
      card: { amount: 35_640, instalments: 12 },
    },
  });
  const card = await screen.findByRole('link', { name: /Cartão em até 12x de R\$\s29,70/ });
  expect([card.getAttribute('href'), card.getAttribute('rel')]).toEqual([
    'https://pague.example/c',
    'noopener noreferrer',
  ]);
  expect(screen.getByRole('link', { name: 'Boleto' }).getAttribute('href')).toBe('https://pague.example/b');
});
