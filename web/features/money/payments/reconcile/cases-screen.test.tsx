import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as contract from '#contract/money/charges.ts';
import type { AdminPayment } from '#contract/money/payments.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { renewSchool } from '#web/lib/school.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import CasesScreen from './cases-screen.tsx';

const found = (id: number, kind: contract.CaseKind, held: number): contract.ChargeCase => ({
  id,
  kind,
  txid: '7KQ2M0XRW91TB3HN',
  held,
  amount: 29_700,
  disputed: null,
  createdAt: '2026-11-10T12:00:00.000Z',
  chargedAt: null,
  order: { paymentCode: '7KQ2M0XRW91TB3HN', status: 'approved', name: `Pessoa ${id}`, offer: 'Soldado 2026' },
});
const payment = {
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'approved',
  amount: 29_700,
  method: 'pix_confirmed',
  approvedAt: '2026-11-09T12:00:00.000Z',
  received: { total: 59_400, byBank: 59_400, isByProof: false },
  refundedCents: 0,
  refundParts: [],
  refundRest: 59_400,
  heldByProvider: null,
  refund: null,
  proofs: [],
  user: { firstName: 'Lúcia', lastName: 'Andrade', email: 'l@exemplo.com.br', status: 'active' },
} as unknown as AdminPayment;

beforeEach(() => queryClient.clear());
afterEach(() => renewSchool({ sendsMail: true }));

function open(cases: contract.ChargeCase[]) {
  const server = fakeServer();
  server.on(contract.listChargeCases, answers.json(cases));
  const comparison = { comparedAt: '2026-11-15T06:10:00.000Z', compared: 12, unanswered: 0 };
  server.on(contract.getMoneyComparison, answers.json(comparison));
  const bodies = (path: string) => server.calls.filter((one) => one.path === path).map(({ body }) => body);
  return { ...renderInApp(<CasesScreen />), server, bodies };
}

it('a case shows school, bank and difference, and the excess is refunded after a check with the bank', async () => {
  const { user, server } = open([found(1, 'paid_twice', 59_400)]);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'R$ 297,00',
    'R$ 594,00',
    '+ R$ 297,00',
  ]);
  server.on(contract.checkBank, answers.json({ payment, isAsked: true, isAnswered: true }));
  await user.click(row.getByRole('button', { name: 'Devolver R$ 297,00: Pessoa 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver R$ 297,00 a Lúcia Andrade' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Valor').value).toBe('R$ 297,00');
  expect(await dialog.findByText('R$ 594,00')).toBeTruthy();
});

it('a payment by card is compared with its total by card', async () => {
  open([{ ...found(1, 'overpaid', 40_000), amount: 35_640 }]);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'R$ 356,40',
    'R$ 400,00',
    '+ R$ 43,60',
  ]);
  expect(row.getByRole('button', { name: 'Devolver R$ 43,60: Pessoa 1' })).toBeTruthy();
});

it.each<[contract.CaseKind, number, string[]]>([
  ['chargeback', 29_700, ['Escola R$ 297,00', 'Banco R$ 297,00', 'Diferença em aberto']],
  ['returned', 0, ['Escola R$ 297,00', 'Banco R$ 0,00', 'Diferença − R$ 297,00']],
  ['partly_returned', 24_700, ['Escola R$ 297,00', 'Banco R$ 247,00', 'Diferença − R$ 50,00']],
  ['return_failed', 29_700, ['Escola R$ 297,00', 'Banco R$ 297,00', 'Diferença R$ 0,00']],
  ['unconfirmed', 0, ['Comprovante R$ 297,00', 'Extrato R$ 0,00', 'Diferença − R$ 297,00']],
  ['wrong_key', 29_700, ['Escola R$ 297,00', 'Em outra chave R$ 297,00', 'Diferença R$ 0,00']],
  ['refused', 0, []],
])('a case %s shows the state of its order and its amounts', async (kind, held, figures) => {
  open([found(4, kind, held)]);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText('Pedido: pago')).toBeTruthy();
  expect(
    row.queryAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`),
  ).toEqual(figures);
});

it('a dispute shows what the payer claims back, and not the whole order', async () => {
  open([{ ...found(7, 'chargeback', 29_700), disputed: 10_000 }]);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)).toEqual(
    ['Escola R$ 297,00', 'Banco R$ 297,00', 'Contestado R$ 100,00'],
  );
});

it('a return that failed is tried again from its row, with what can still go back', async () => {
  const { user, server } = open([found(5, 'return_failed', 29_700)]);
  server.on(contract.checkBank, answers.json({ payment, isAsked: true, isAnswered: true }));
  await user.click(await screen.findByRole('button', { name: 'Devolver: Pessoa 5' }));
  expect(await screen.findByRole('dialog', { name: 'Devolver R$ 297,00 a Lúcia Andrade' })).toBeTruthy();
});

it('without a mail server the row does not say that the rest was asked for', async () => {
  renewSchool({ sendsMail: false });
  open([{ ...found(6, 'underpaid', 10_000), chargedAt: '2026-11-15T12:00:00.000Z' }]);
  expect(await screen.findByText(/Cobrança do resto guardada, não enviada em 15\/11\/2026/)).toBeTruthy();
});

it('a difference is accepted only with a reason, and the remaining amount can be charged', async () => {
  const { user, server, bodies } = open([found(2, 'underpaid', 10_000)]);
  server.on(contract.acceptChargeCase, answers.json({ ok: true }));
  server.on(contract.chargeRest, answers.json({ ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Cobrar R$ 197,00: Pessoa 2' }));
  await screen.findByText('Cobrança enviada');
  await user.click(screen.getByRole('button', { name: 'Aceitar assim: Pessoa 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aceitar assim?' }));
  await user.click(dialog.getByRole('button', { name: 'Aceitar assim' }));
  expect(await dialog.findByText('Informe o motivo.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Motivo *'), 'Desconto combinado');
  await user.click(dialog.getByRole('button', { name: 'Aceitar assim' }));
  await waitFor(() => expect(bodies('/api/admin/charge-cases/2/accept')).toEqual([{ reason: 'Desconto combinado' }]));
});

it('a case without an amount is closed with one press', async () => {
  const { user, server, bodies } = open([{ ...found(3, 'unknown_charge', 0), held: null, order: null }]);
  server.on(contract.closeChargeCase, answers.json({ ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Resolvido: Cobrança desconhecida, Sem pedido' }));
  await waitFor(() => expect(bodies('/api/admin/charge-cases/3/close')).toHaveLength(1));
});

it('without cases the screen shows the time of the last comparison', async () => {
  open([]);
  expect(await screen.findByRole('heading', { name: 'Escola e banco batem' })).toBeTruthy();
  expect(screen.getAllByText(/Comparado em 15\/11\/2026 03:10/).length).toBeGreaterThan(0);
});

it('a failed load of the cases is shown', async () => {
  const { server } = open([]);
  server.on(contract.listChargeCases, answers.error(500, 'internal', 'Algo deu errado.'));
  queryClient.clear();
  renderInApp(<CasesScreen />);
  expect(await screen.findByText('Não conseguimos carregar os casos')).toBeTruthy();
});
