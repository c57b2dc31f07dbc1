import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { listMyOrders, type Order, requestRefund, withdrawRefund } from '#contract/money/orders.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { myOrdersQuery } from './purchase.queries.ts';
import { RefundSection } from './refund-section.tsx';

const order: Order = {
  id: 7,
  paymentCode: '7KQ2M0XRW91TB3HN',
  status: 'approved',
  amount: 29_700,
  fullAmount: 29_700,
  coupon: null,
  method: 'pix_proof',
  offer: { id: 1, name: 'Acesso completo' },
  pixCode: null,
  createdAt: '2026-11-07T12:00:00.000Z',
  proofUploadedAt: '2026-11-07T12:30:00.000Z',
  approvedAt: '2026-11-07T13:14:00.000Z',
  rejectionReason: null,
  access: { active: true, endsOn: '2027-11-07', courses: null },
  refund: null,
  refundParts: [],
  refundableUntil: '2026-11-15T02:59:59.999Z',
  history: [],
};
const asked: Order = {
  ...order,
  status: 'refund_requested',
  refundableUntil: null,
  refund: {
    requestedAt: '2026-11-12T12:00:00.000Z',
    dueOn: '2026-11-19',
    sentAt: null,
    amount: null,
    paidOn: null,
    endToEndId: null,
    pixKey: null,
    fileUrl: null,
  },
};

afterEach(() => void vi.useRealTimers());

function Orders() {
  const [first] = useQuery(myOrdersQuery).data ?? [];
  return first ? <RefundSection order={first} /> : null;
}

async function open(first: Order) {
  vi.setSystemTime('2026-11-12T12:00:00.000Z');
  queryClient.clear();
  const server = fakeServer();
  let now = first;
  const answer = (next: Order) => {
    now = next;
    server.on(listMyOrders, answers.json([now]));
    return answers.json(next);
  };
  server.on(listMyOrders, answers.json([now]));
  const part = renderInApp(<Orders />);
  return { ...part, server, answer };
}

it('the section shows which of the seven days it is, and confirms once before the request', async () => {
  const { user, server, answer } = await open(order);
  expect(await screen.findByRole('heading', { name: 'Dia 5 de 7 para desistir da compra' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /Dia 5 de 7; o prazo termina sábado, 14 de novembro de 2026/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Pedir reembolso' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Pedir R$ 297,00 de volta?' }));
  expect(dialog.getByText(/em até 5 dias úteis/)).toBeTruthy();
  server.on(requestRefund, answer(asked));
  await user.click(dialog.getByRole('button', { name: /Pedir reembolso|Pedindo/ }));
  expect(await screen.findByText('Reembolso de R$ 297,00 pedido')).toBeTruthy();
  expect(server.calls.filter(({ path }) => path.endsWith('/refund-request'))).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('a request can be withdrawn, and the section is as before', async () => {
  const { user, server, answer } = await open(asked);
  expect(await screen.findByText(/quinta-feira, 19 de nov/)).toBeTruthy();
  server.on(withdrawRefund, answer(order));
  await user.click(screen.getByRole('button', { name: /Retirar o pedido|Retirando/ }));
  expect(await screen.findByRole('button', { name: 'Pedir reembolso' })).toBeTruthy();
});

it('a late request is refused with the reason', async () => {
  const { user, server } = await open(order);
  await user.click(await screen.findByRole('button', { name: 'Pedir reembolso' }));
  server.on(requestRefund, answers.error(409, 'refund_too_late', 'O prazo de 7 dias para o reembolso terminou.'));
  const dialog = within(screen.getByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: /Pedir reembolso|Pedindo/ }));
  expect(await screen.findByText('Prazo encerrado')).toBeTruthy();
});

it('after the seven days, and for a gift, there is nothing to press', async () => {
  await open({ ...order, refundableUntil: null });
  expect(await screen.findByText(/prazo de 7 dias para desistir da compra terminou/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('a refund is shown with its day and its id at the bank', async () => {
  const refund = { ...(asked.refund ?? {}), amount: 29_700, paidOn: '2026-11-13', endToEndId: 'E123' };
  await open({ ...asked, status: 'refunded', refund: refund as Order['refund'] });
  expect(await screen.findByText('Devolvemos R$ 297,00')).toBeTruthy();
  expect(screen.getByText('E123')).toBeTruthy();
});

it('every partial refund is listed, also while the purchase is in force', async () => {
  const parts = [
    { amount: 5_000, paidOn: '2026-11-08', endToEndId: null },
    { amount: 1_000, paidOn: '2026-11-10', endToEndId: 'E1' },
  ];
  await open({ ...order, refundParts: parts });
  const section = within(await screen.findByRole('region', { name: 'Valores devolvidos' }));
  expect(section.getByRole('heading', { name: 'Já devolvemos R$ 60,00' })).toBeTruthy();
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '08/11/2026R$ 50,00',
    '10/11/2026E1R$ 10,00',
  ]);
});

it('a PIX key is sent with the request, and its errors are shown', async () => {
  const { user, server, answer } = await open(order);
  await user.click(await screen.findByRole('button', { name: 'Pedir reembolso' }));
  const dialog = within(screen.getByRole('alertdialog'));
  const wrong = { pixKey: 'Informe uma chave PIX válida.' };
  server.on(requestRefund, answers.error(400, 'bad_request', 'Informe uma chave PIX válida.', { fields: wrong }));
  await user.type(dialog.getByLabelText(/Chave PIX para receber/), 'abc');
  await user.click(dialog.getByRole('button', { name: 'Pedir reembolso' }));
  expect(await dialog.findByText('Informe uma chave PIX válida.')).toBeTruthy();
  server.on(requestRefund, answer(asked));
  await user.clear(dialog.getByLabelText(/Chave PIX para receber/));
  await user.type(dialog.getByLabelText(/Chave PIX para receber/), 'ana@exemplo.com.br');
  await user.click(dialog.getByRole('button', { name: 'Pedir reembolso' }));
  await screen.findByText(/Reembolso de R\$ 297,00 pedido/);
  const sent = server.calls.filter(({ path }) => path.endsWith('/refund-request')).map(({ body }) => body);
  expect(sent).toEqual([{ pixKey: 'abc' }, { pixKey: 'ana@exemplo.com.br' }]);
});
