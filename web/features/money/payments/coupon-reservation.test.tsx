import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openCharge } from '#contract/money/charges.ts';
import { getAnswerDeadline, getPaymentByCode, type PublicPayment } from '#contract/money/payments.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import PaymentScreen from './payment-screen.tsx';

const code = '7KQ2M0XRW91TB3HN';
const payment: PublicPayment = {
  paymentCode: code,
  status: 'pending',
  amount: 14_850,
  pixCode: 'code-with-coupon',
  createdAt: '2026-11-15T12:00:00.000Z',
  updatedAt: '2026-11-15T12:00:00.000Z',
  proofUploadedAt: null,
  rejectionReason: null,
};
const lapsed = { ...payment, amount: 29_700, pixCode: 'code-of-today', updatedAt: '2026-11-18T12:00:00.000Z' };
const state = (coupon: { reservedUntil: string | null; lapsedAt: string | null }, amount = payment.amount) => ({
  answerDueAt: null,
  mayChange: true,
  amount,
  serverTime: '2026-11-18T11:59:40.000Z',
  coupon,
});

afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.useRealTimers();
});

function open(reservation: object) {
  queryClient.clear();
  paymentKeys.write({ code, email: 'ana@exemplo.com.br' });
  const server = fakeServer();
  server.on(getPaymentByCode, answers.json(payment));
  server.on(openCharge, answers.json({ status: 'pending', charge: null }));
  server.on(getAnswerDeadline, answers.json(reservation));
  renderInApp(<PaymentScreen />, '/payment');
  return server;
}
const pixCode = () => screen.queryByTestId('pix-code')?.textContent;

it('the page says until when the coupon is reserved, and shows the price of the day before the next copy', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = open(state({ reservedUntil: '2026-11-18T12:00:00.000Z', lapsedAt: null }));
  expect(await screen.findByText(/Seu cupom está reservado até 18\/11\/2026/)).toBeTruthy();
  expect(pixCode()).toBe('code-with-coupon');

  const next = later();
  server.on(getPaymentByCode, next.promise);
  server.on(
    getAnswerDeadline,
    answers.json(state({ reservedUntil: null, lapsedAt: '2026-11-18T12:00:00.000Z' }, 29_700)),
  );
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  // The old code is removed before the new one arrives.
  await screen.findByText('O prazo do cupom terminou');
  expect(pixCode()).toBeUndefined();
  next.answer(answers.json(lapsed));
  await waitFor(() => expect(pixCode()).toBe('code-of-today'));
  expect(screen.getByText('O valor mudou: a reserva do cupom terminou')).toBeTruthy();
});

it('an order without a limited coupon shows its code and no notice', async () => {
  open(state({ reservedUntil: null, lapsedAt: null }));
  await waitFor(() => expect(pixCode()).toBe('code-with-coupon'));
  expect(screen.queryByText(/reservado até/)).toBeNull();
});
