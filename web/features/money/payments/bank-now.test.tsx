import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ChargeCase, checkBank } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { AcceptDialog } from './reconcile/accept-dialog.tsx';
import { DifferenceDialog } from './reconcile/difference-dialog.tsx';
import { RefuseRefundDialog } from './refuse-refund-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

const payment = {
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'approved',
  amount: 29_700,
  received: { total: 0, byBank: 0, isByProof: false },
  user: { firstName: 'Ana', lastName: 'Fila', email: 'ana@exemplo.com.br', status: 'active' },
} as AdminPayment;
const close = () => {};
const plain = {
  ...payment,
  status: 'approved',
  proofs: [{ id: 1, sameFileAs: [], reading: null }],
} as unknown as AdminPayment;
const found = {
  id: 1,
  kind: 'overpaid',
  txid: payment.paymentCode,
  held: 40_000,
  amount: 29_700,
  disputed: null,
  createdAt: '2026-11-10T12:00:00.000Z',
  chargedAt: null,
  order: { paymentCode: payment.paymentCode, status: 'approved', name: 'Ana Fila', offer: 'Soldado' },
} as ChargeCase;

it.each([
  ['takes an approval back', <RevokeDialog key="revoke" payment={payment} onClose={close} />],
  ['refuses a refund', <RefuseRefundDialog key="refuse" payment={payment} onClose={close} />],
  [
    'approves an order without a warning',
    <ApproveDialog key="approve" payment={plain} busy={false} onClose={close} onConfirm={close} onReject={close} />,
  ],
  ['accepts a difference', <AcceptDialog key="accept" found={found} onClose={close} />],
  [
    'confirms a line of another amount',
    <DifferenceDialog
      key="difference"
      open
      paid={100}
      order={payment}
      busy={false}
      onClose={close}
      onConfirm={close}
    />,
  ],
])('the dialog that %s shows what the bank reports now, and says when it did not answer', async (_, dialog) => {
  const server = fakeServer();
  const now = { ...payment, received: { total: 10_000, byBank: 10_000, isByProof: false } };
  server.on(checkBank, answers.json({ payment: now, isAsked: true, isAnswered: false }));
  renderInApp(dialog);
  const amount = await screen.findByText('R$ 100,00', { selector: 'b' });
  expect(amount.parentElement?.textContent).toBe(
    'No banco, agora: R$ 100,00. O provedor não respondeu: é o último valor conhecido.',
  );
});

it('a dialog that knows no earlier amount says that it does not know one when the call fails', async () => {
  const server = fakeServer();
  server.on(checkBank, answers.error(500, 'internal', 'Algo deu errado.'));
  renderInApp(<AcceptDialog found={found} onClose={close} />);
  const amount = await screen.findByText('não sabemos', { selector: 'b' });
  expect(amount.parentElement?.textContent).toBe('No banco, agora: não sabemos. O provedor não respondeu.');
});
