import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { checkBank } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { refundPayment } from '#contract/money/payments-office.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const payment: AdminPayment = {
  id: 1,
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'refund_requested',
  amount: 29_700,
  fullAmount: 29_700,
  coupon: null,
  method: 'pix_proof',
  offer: { id: 1, name: 'Acesso completo' },
  note: null,
  analysisByHolder: null,
  received: { total: 0, byBank: 0, isByProof: false },
  refundParts: [],
  refundedCents: 0,
  refundRest: 29_700,
  pseudonym: null,
  pixCode: '',
  createdAt: '2026-11-07T12:00:00.000Z',
  updatedAt: '2026-11-07T12:00:00.000Z',
  proofUploadedAt: null,
  rejectionReason: null,
  userId: null,
  proofUrl: null,
  approvedBy: null,
  approvedAt: '2026-11-07T13:14:00.000Z',
  answerDueAt: null,
  heldByProvider: null,
  refund: {
    requestedAt: '2026-11-11T12:00:00.000Z',
    dueOn: '2026-11-18',
    sentAt: null,
    amount: null,
    paidOn: null,
    endToEndId: null,
    pixKey: null,
    fileUrl: null,
  },
  proofs: [],
  user: { firstName: 'Diego', lastName: 'Matos', email: 'diego@exemplo.com.br', status: 'active' },
};

afterEach(() => void vi.useRealTimers());

function open(wish: Partial<AdminPayment> = {}) {
  vi.setSystemTime('2026-11-12T12:00:00.000Z');
  const server = fakeServer();
  const shown = { ...payment, ...wish };
  server.on(checkBank, answers.json({ payment: shown, isAsked: true, isAnswered: true }));
  const onClose = vi.fn();
  const part = renderInApp(<RefundDialog payment={shown} onClose={onClose} />);
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const save = () => screen.getByRole('button', { name: /Já fiz o PIX|Registrando|Devolver pelo provedor/ });
  /** The bodies of the refund calls. */
  const sent = () => server.calls.filter(({ path }) => path.endsWith('/refund')).map(({ body }) => body);
  return { ...part, server, sent, onClose, field, save };
}

it('the form is filled in with the full amount and today, and shows the state of the seven days', async () => {
  const { user, server, onClose, field, save, sent } = open();
  server.on(refundPayment, answers.json({ ...payment, status: 'refunded' }));
  expect(screen.getByRole('dialog', { name: 'Devolver R$ 297,00 a Diego Matos' }).textContent).toContain('Dia 5 de 7');
  await user.type(field(/Identificação no banco/), ' E123 ');
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    {
      paymentCode: payment.paymentCode,
      amount: 29_700,
      paidAt: '2026-11-12',
      endToEndId: 'E123',
      note: null,
      pixKey: null,
      through: 'office',
      creationKey: expect.any(String),
    },
  ]);
});

it('a partial refund requires a reason, as on the server', async () => {
  const { user, server, field, save, onClose, sent } = open();
  const message = 'Informe o motivo.';
  server.on(refundPayment, answers.error(400, 'bad_request', message, { fields: { note: message } }));
  await user.clear(field('Valor'));
  await user.type(field('Valor'), '100,50');
  await user.click(save());
  await waitFor(() => expect(field('Motivo *').getAttribute('aria-invalid')).toBe('true'));
  expect(sent()[0]).toMatchObject({ amount: 10_050 });
  expect(onClose).not.toHaveBeenCalled();
});

it('a refund goes through the provider that has the money, unless the office paid it by bank', async () => {
  const { user, server, onClose, save, sent } = open({ heldByProvider: 29_700 });
  server.on(refundPayment, answers.json({ ...payment, heldByProvider: 29_700 }));
  expect(screen.queryByLabelText('Data do PIX')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Já devolvi pelo banco/ }));
  expect(screen.getByLabelText('Data do PIX')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /Pelo provedor, agora/ }));
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    {
      paymentCode: payment.paymentCode,
      amount: 29_700,
      paidAt: '2026-11-12',
      endToEndId: null,
      note: null,
      pixKey: null,
      through: 'provider',
      creationKey: expect.any(String),
    },
  ]);
});

it('the refund of a slip is a bank transfer, because the provider offers none', async () => {
  const { user, server, onClose, save, sent } = open({ heldByProvider: 29_700, method: 'slip' });
  server.on(refundPayment, answers.json({ ...payment, status: 'refunded' }));
  expect(screen.getByText(/O provedor não devolve boletos/)).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]).toMatchObject({ through: 'office', paidAt: '2026-11-12' });
});

it('an invalid amount is not sent', async () => {
  const { user, field, save, sent } = open();
  await user.clear(field('Valor'));
  await user.type(field('Valor'), 'tudo');
  await user.click(save());
  expect(screen.getByText('Informe o valor.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('after the seven days a refund is the school’s choice', () => {
  open({ approvedAt: '2026-10-01T12:00:00.000Z', status: 'approved', refund: null });
  expect(screen.getByText(/Os 7 dias para desistir terminaram/)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

it('the dialog shows earlier refunds, and offers the remaining amount', async () => {
  const { user, server, onClose, save, sent } = open({ refundedCents: 10_000, refundRest: 19_700 });
  server.on(refundPayment, answers.json({ ...payment, status: 'refunded' }));
  expect(screen.getByText(/Já voltaram R\$\s100,00\. Restam R\$\s197,00\./)).toBeTruthy();
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]).toMatchObject({ amount: 19_700 });
});
