import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkBank } from '#contract/money/charges.ts';
import { type AdminPayment, approvePayment, listOpenPayments, rejectPayment } from '#contract/money/payments.ts';
import { getPreferences } from '#contract/preferences.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { Queue } from './queue.tsx';
import { approvalWarningOf } from './queue-list.ts';

const at = '2026-11-15T12:00:00.000Z';
const paymentOf = (id: number, firstName: string): AdminPayment => ({
  id,
  paymentCode: `7KQ2M0XRW91TB3H${id}`,
  status: 'analyzing',
  amount: 29_700,
  pixCode: '',
  createdAt: at,
  updatedAt: at,
  proofUploadedAt: at,
  rejectionReason: null,
  userId: null,
  proofUrl: null,
  approvedBy: null,
  approvedAt: null,
  answerDueAt: null,
  method: 'pix_proof',
  offer: { id: 1, name: 'Acesso completo' },
  fullAmount: 29_700,
  coupon: null,
  note: null,
  analysisByHolder: null,
  received: { total: 0, byBank: 0, isByProof: false },
  refundParts: [],
  refundedCents: 0,
  refundRest: 29_700,
  pseudonym: null,
  refund: null,
  heldByProvider: null,
  proofs: [
    { id, url: `/api/payments/proofs/${id}`, type: 'image/png', size: 1, uploadedAt: at, isOwn: true, sameFileAs: [] },
  ] as unknown as AdminPayment['proofs'],
  user: { firstName, lastName: 'Depressa', email: `${firstName}@exemplo.com.br`, status: 'pending' },
});
const waiting = ['Ana', 'Bruno', 'Carla'].map((name, place) => paymentOf(place + 1, name));

/** As on a desk: a table, with the chosen payment over it. */
function open({
  shortcuts = true,
  list = answers.json(waiting) as Parameters<ReturnType<typeof fakeServer>['on']>[1],
} = {}) {
  const server = fakeServer();
  server.on(listOpenPayments, list);
  server.on(getPreferences, answers.json({ shortcuts }));
  server.on(checkBank, answers.json({ payment: waiting[0], isAsked: false, isAnswered: true }));
  const query = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (text: string) => ({ ...query, matches: text.includes('1236px') }));
  const part = renderInApp(
    <>
      <input aria-label="Busca" />
      <Queue filters={{}} />
    </>,
  );
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  const names = () =>
    screen.getAllByRole('row').flatMap((one) => /Ana|Bruno|Carla/.exec(one.textContent ?? '')?.[0] ?? []);
  const answersLeft = (...left: string[]) =>
    server.on(listOpenPayments, answers.json(waiting.filter(({ user }) => left.includes(user?.firstName ?? ''))));
  const decided = (path: string) => server.calls.filter((one) => one.path === path).map(({ body }) => body);
  return { ...part, server, row, names, answersLeft, decided };
}

test('A and Enter approve, however quickly the second one comes, and the next row takes the focus', async () => {
  const { user, server, row, names, answersLeft, decided } = open();
  const first = await row('Ana');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/preferences')).toBe(true));
  await act(async () => undefined);
  server.on(approvePayment, answers.json({ ...waiting[0], status: 'approved' }));
  answersLeft('Bruno', 'Carla');
  // Both before a new render.
  act(() => {
    fireEvent.keyDown(first, { key: 'a' });
    fireEvent.keyDown(first, { key: 'Enter' });
  });
  await waitFor(() => expect(names()).toEqual(['Bruno', 'Carla']));
  expect(decided('/api/admin/payments/approve')).toEqual([{ paymentCode: waiting[0]?.paymentCode }]);
  const second = await row('Bruno');
  await waitFor(() => expect(document.activeElement).toBe(second));

  answersLeft('Carla');
  await user.keyboard('a{Enter}');
  await waitFor(() => expect(names()).toEqual(['Carla']));
  expect(decided('/api/admin/payments/approve')).toHaveLength(2);
});

test('J moves to the next row, R opens the reason, Ctrl+Enter confirms it once there is one', async () => {
  const { user, server, row, names, answersLeft, decided } = open();
  const first = await row('Ana');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await act(async () => undefined);
  await user.keyboard('j');
  expect(document.activeElement).toBe(await row('Bruno'));
  await user.keyboard('k');
  expect(document.activeElement).toBe(first);
  await user.keyboard('j');
  await user.keyboard('r');
  const reason = await screen.findByLabelText('Motivo da recusa *');
  await waitFor(() => expect(document.activeElement).toBe(reason));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(decided('/api/admin/payments/reject')).toEqual([]);
  server.on(rejectPayment, answers.json({ ...waiting[1], status: 'rejected' }));
  answersLeft('Ana', 'Carla');
  await user.keyboard('Valor errado{Enter}{Control>}{Enter}{/Control}');
  await waitFor(() => expect(names()).toEqual(['Ana', 'Carla']));
  expect(decided('/api/admin/payments/reject')).toEqual([
    { paymentCode: waiting[1]?.paymentCode, reason: 'Valor errado' },
  ]);
});

test('a list that loads late does not move the focus', async () => {
  const held = later();
  const { row } = open({ list: held.promise });
  screen.getByLabelText('Busca').focus();
  await act(async () => held.answer(answers.json(waiting)));
  await row('Ana');
  expect(document.activeElement).toBe(screen.getByLabelText('Busca'));
});

test('letters do nothing when shortcuts are switched off', async () => {
  const { user, server, row, names } = open({ shortcuts: false });
  const first = await row('Ana');
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/preferences')).toBe(true));
  await act(async () => undefined);
  first.focus();
  await user.keyboard('ra');
  expect(screen.queryByLabelText('Motivo da recusa *')).toBeNull();
  expect(screen.queryByRole('dialog', { name: 'Aprovar pagamento?' })).toBeNull();
  expect(server.calls.filter(({ body }) => body !== undefined)).toEqual([]);
  expect(screen.queryByText('A Enter aprovar')).toBeNull();
  expect(names()).toHaveLength(3);
});

const contradicting = (payment: AdminPayment): AdminPayment => ({
  ...payment,
  proofs: payment.proofs.map((proof) => ({
    ...proof,
    reading: {
      endToEndIds: [],
      sameTransferAs: [],
      amount: { told: [19_700], agrees: false },
      day: { told: [], agrees: null },
      payee: { told: ['J. C. Ferreira'], agrees: false },
    },
  })),
});

test('a proof of another amount and payee is shown on the row, and its approval requires amount and reason', async () => {
  const [ana, ...others] = waiting;
  const { user, server, row, decided } = open({ list: answers.json([ana && contradicting(ana), ...others]) });
  const first = await row('Ana');
  expect(first.textContent).toContain('Valor do comprovante: R$ 197,00');
  expect(first.textContent).toContain('Quem recebeu: J. C. Ferreira');
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/preferences')).toBe(true));
  await act(async () => undefined);
  // By keyboard: neither A nor a quick Enter answers the question.
  first.focus();
  act(() => {
    fireEvent.keyDown(first, { key: 'a' });
    fireEvent.keyDown(first, { key: 'Enter' });
  });
  const dialog = await screen.findByRole('dialog', { name: 'Este comprovante não bate. Aprovar mesmo assim?' });
  expect(decided('/api/admin/payments/approve')).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Quanto entrou').value).toBe('R$ 197,00');
  expect(dialog.textContent).toContain('A diferença de R$ 100,00 vira um caso “a menos”.');
  await user.click(screen.getByRole('button', { name: 'Aprovar mesmo assim' }));
  expect(await screen.findByText('Informe o motivo.')).toBeTruthy();
  expect(decided('/api/admin/payments/approve')).toEqual([]);
  server.on(approvePayment, answers.json({ ...ana, status: 'approved' }));
  await user.type(screen.getByLabelText('Por que aprovar *'), 'Paga o resto na sexta');
  await user.click(screen.getByRole('button', { name: 'Aprovar mesmo assim' }));
  await waitFor(() =>
    expect(decided('/api/admin/payments/approve')).toEqual([
      { paymentCode: ana?.paymentCode, amount: 19_700, reason: 'Paga o resto na sexta' },
    ]),
  );
});

test('a proof without a contradiction among several is enough to approve with one press', () => {
  const [ana] = waiting;
  if (!ana) throw new Error('Nobody waits.');
  const wrong = contradicting(ana);
  const agreeing = { told: [], agrees: null };
  const right = wrong.proofs.map((proof) => ({
    ...proof,
    reading: proof.reading && { ...proof.reading, amount: { told: [29_700], agrees: true }, payee: agreeing },
  }));
  expect(approvalWarningOf(wrong)).toBe('contradiction');
  expect(approvalWarningOf({ ...wrong, proofs: [...wrong.proofs, ...right] })).toBeNull();
});

test('one press approves an order that no provider knows of', async () => {
  const { user, server, row, decided } = open();
  await row('Ana');
  server.on(approvePayment, answers.json({ ...waiting[0], status: 'approved' }));
  await user.click(screen.getByRole('button', { name: 'Aprovar pagamento de Ana Depressa' }));
  await waitFor(() => expect(decided('/api/admin/payments/approve')).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['has a charge of the order', answers.json({ payment: waiting[0], isAsked: true, isAnswered: true })],
  ['cannot be asked', answers.error(503, 'unavailable', 'Tente de novo.')],
])('one press asks first, with what the bank says now, where a provider %s', async (_, answer) => {
  const { user, server, row, decided } = open();
  await row('Ana');
  server.on(checkBank, answer);
  await user.click(screen.getByRole('button', { name: 'Aprovar pagamento de Ana Depressa' }));
  const dialog = await screen.findByRole('dialog', { name: 'Aprovar pagamento?' });
  await waitFor(() => expect(dialog.textContent).toContain('No banco, agora: nenhum valor deste pedido'));
  expect(decided('/api/admin/payments/approve')).toEqual([]);
});
