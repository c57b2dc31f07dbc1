import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { checkBank } from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
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

it.each([
  ['takes an approval back', <RevokeDialog key="revoke" payment={payment} onClose={close} />],
  ['refuses a refund', <RefuseRefundDialog key="refuse" payment={payment} onClose={close} />],
])('the dialog that %s shows what the bank reports now, and says when it did not answer', async (_, dialog) => {
  const server = fakeServer();
  const now = { ...payment, received: { total: 10_000, byBank: 10_000, isByProof: false } };
  server.on(checkBank, answers.json({ payment: now, isAnswered: false }));
  renderInApp(dialog);
  const amount = await screen.findByText('R$ 100,00', { selector: 'b' });
  expect(amount.parentElement?.textContent).toBe(
    'No banco, agora: R$ 100,00. O provedor não respondeu: é o último valor conhecido.',
  );
});
