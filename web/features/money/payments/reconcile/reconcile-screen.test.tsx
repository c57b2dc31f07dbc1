import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { listOpenPayments } from '#contract/money/payments.ts';
import * as contract from '#contract/money/statements.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import ReconcileScreen from './reconcile-screen.tsx';

const statement: contract.Statement = {
  id: 7,
  fileName: 'extrato.ofx',
  format: 'ofx',
  firstDay: '2026-11-01',
  lastDay: '2026-11-12',
  uploadedAt: '2026-11-12T11:30:00.000Z',
  entries: 3,
  matched: 1,
  doubtful: 1,
  unmatched: 1,
  confirmed: 0,
  settled: 0,
  ignored: 0,
};
const entry = (id: number, more: Partial<contract.StatementEntry>): contract.StatementEntry => ({
  id,
  day: '2026-11-10',
  amount: 29_700,
  payer: `Pessoa ${id}`,
  text: 'PIX RECEBIDO',
  endToEndId: null,
  state: 'unmatched',
  reasons: [],
  order: null,
  ...more,
});
const order = {
  id: 1,
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'analyzing' as const,
  amount: 29_700,
  createdAt: '2026-11-10T12:00:00.000Z',
  proofUploadedAt: '2026-11-10T13:00:00.000Z',
  name: 'Bruno Teixeira',
};

function open(path = '/admin/payments/statements', shown = statement) {
  queryClient.clear();
  const server = fakeServer();
  server.on(contract.listStatements, answers.json([shown]));
  server.on(contract.getStatement, answers.json(shown));
  server.on(
    contract.listStatementEntries,
    answers.json([
      entry(1, { state: 'sure', reasons: ['code', 'amount', 'name'], order }),
      entry(2, { state: 'doubtful', reasons: ['amount', 'part_of_name', 'day'], order: { ...order, id: 2 } }),
      entry(3, {}),
    ]),
  );
  server.on(contract.listUnreceived, answers.json([]));
  const part = renderInApp(<Route path="/admin/payments/statements/:id?" component={ReconcileScreen} />, path);
  return { ...part, server };
}

it('both sides are shown with the reason of their match, and all sure matches are confirmed in one press', async () => {
  const { user, server } = open();
  const sure = await screen.findByRole('listitem', { name: 'Pessoa 1, R$ 297,00' });
  expect(sure.textContent).toContain('código no texto, valor igual, nome igual');
  expect(within(sure).getByText('Bruno Teixeira')).toBeTruthy();
  server.on(contract.confirmStatement, answers.json({ ...statement, matched: 0, confirmed: 1 }));
  await user.click(screen.getByRole('button', { name: 'Confirmar o certo' }));
  await screen.findByText('Pagamentos confirmados');
  expect(server.calls.some(({ path }) => path === '/api/admin/statements/7/confirm')).toBe(true);
});

it('uncertain matches are decided one by one, and the order of an unmatched entry can be searched', async () => {
  const { user, server } = open();
  server.on(contract.decideEntry, answers.json(entry(2, { state: 'confirmed' })));
  await user.click(await screen.findByRole('button', { name: 'É este: Pessoa 2, R$ 297,00' }));
  await waitFor(() => expect(server.calls.at(-1)).toBeTruthy());
  const decided = () => server.calls.filter(({ path }) => path.endsWith('/decision'));
  await waitFor(() => expect(decided().map(({ body }) => body)).toEqual([{ decision: 'confirm' }]));

  server.on(listOpenPayments, answers.json([]));
  const unmatched = screen.getByRole('listitem', { name: 'Pessoa 3, R$ 297,00' });
  await user.click(within(unmatched).getByRole('button', { name: 'Procurar aluno' }));
  await screen.findByRole('dialog', { name: 'De quem são R$ 297,00?' });
  expect(await screen.findByText('Nenhum pedido em aberto com este termo.')).toBeTruthy();
});

it('a confirmation of another amount asks first', async () => {
  const { user, server } = open();
  server.on(
    contract.listStatementEntries,
    answers.json([entry(4, { state: 'doubtful', amount: 10_000, reasons: ['code', 'amount_differs'], order })]),
  );
  server.on(contract.decideEntry, answers.json(entry(4, { state: 'confirmed' })));
  const decided = () => server.calls.filter(({ path }) => path.endsWith('/decision')).map(({ body }) => body);
  await user.click(await screen.findByRole('button', { name: 'É este: Pessoa 4, R$ 100,00' }));
  await screen.findByRole('alertdialog', { name: 'Entraram R$ 100,00 para um pedido de R$ 297,00' });
  expect(decided()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirmar mesmo assim' }));
  await waitFor(() => expect(decided()).toEqual([{ decision: 'confirm', acceptsDifference: true }]));
});

it('entries without an order are ignored, and a wrong statement is removed, each after a question', async () => {
  const many = { ...statement, unmatched: 3 };
  const { user, server, path } = open('/admin/payments/statements/7?mostrar=unmatched', many);
  server.on(contract.ignoreUnmatched, answers.json({ ...many, unmatched: 0, ignored: 3 }));
  server.on(contract.takeStatementBack, answers.json({ ok: true }));
  const sent = () => server.calls.map((one) => one.path);
  await user.click(await screen.findByRole('button', { name: 'Ignorar todas sem pedido' }));
  expect(sent()).not.toContain('/api/admin/statements/7/ignore-unmatched');
  await user.click(screen.getByRole('button', { name: 'Ignorar' }));
  await waitFor(() => expect(sent()).toContain('/api/admin/statements/7/ignore-unmatched'));
  await user.click(screen.getByRole('button', { name: 'Desfazer este extrato' }));
  await user.click(await screen.findByRole('button', { name: 'Desfazer extrato' }));
  await screen.findByText('Extrato desfeito');
  await waitFor(() => expect(path()).toBe('/admin/payments/statements'));
});

it('the columns of an unknown bank are requested once', async () => {
  const { user, server, path } = open();
  server.on(
    contract.uploadStatement,
    answers.error(409, 'columns_unknown', 'Diga quais colunas.', {
      columns: ['Data', 'A', 'B'],
      sample: [['1', '2', '3']],
    }),
  );
  await screen.findByRole('listitem', { name: 'Pessoa 1, R$ 297,00' });
  await user.upload(screen.getByLabelText('Extrato do banco'), new File(['x'], 'banco.csv'));
  const dialog = await screen.findByRole('dialog', { name: 'Como ler este extrato?' });
  server.on(contract.uploadStatement, answers.json({ ...statement, id: 8 }, 201));
  await user.selectOptions(within(dialog).getByLabelText('Data'), 'Data (1)');
  await user.selectOptions(within(dialog).getByLabelText('Valor recebido'), 'B (3)');
  await user.click(within(dialog).getByRole('button', { name: 'Ler o extrato' }));
  await waitFor(() => expect(path()).toBe('/admin/payments/statements/8'));
  const sent = server.calls.filter((one) => one.path === '/api/admin/statements' && one.body !== undefined);
  expect(sent.at(-1)?.body).toMatchObject({ name: 'banco.csv', columns: '{"date":0,"amount":2}' });
});

it('an empty screen explains the first step, and a failed load is shown', async () => {
  const { server } = open();
  server.on(contract.listStatements, answers.json([]));
  queryClient.clear();
  const again = fakeServer();
  again.on(contract.listStatements, answers.json([]));
  renderInApp(
    <Route path="/admin/payments/statements/:id?" component={ReconcileScreen} />,
    '/admin/payments/statements',
  );
  expect(await screen.findByText('Envie o extrato do banco')).toBeTruthy();
});
