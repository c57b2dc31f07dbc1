import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  changeReminders,
  getUnpaidSummary,
  listUnpaidOrders,
  stopReminders,
  type UnpaidOrder,
} from '#contract/money/reminders.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import StopRemindersScreen from './stop-reminders-screen.tsx';
import UnpaidScreen from './unpaid-screen.tsx';

const order: UnpaidOrder = {
  id: 7,
  paymentCode: '7KQ2M0XRW91TB3HN',
  student: { name: 'Ana Lima', email: 'ana@exemplo.com.br' },
  offer: 'Acesso completo',
  amount: 29_700,
  createdAt: '2026-11-12T12:00:00.000Z',
  reminders: { sent: 1, lastSentAt: '2026-11-13T12:00:00.000Z', stopped: null },
};
const reminded = { orders: 5, paid: 2, paidAmount: 59_400 };

afterEach(() => {
  queryClient.clear();
  history.replaceState(null, '', '/');
});

it('the office reads what the reminders brought, and stops those of one student by one press', async () => {
  signedIn('secretary');
  const server = fakeServer();
  server.on(listUnpaidOrders, answers.json([order]));
  server.on(getUnpaidSummary, answers.json({ count: 1, amount: 29_700, oldestAt: order.createdAt, reminded }));
  const { user } = renderInApp(<UnpaidScreen />, '/admin/payments/unpaid');
  expect((await screen.findByText('Pagos depois do lembrete')).parentElement?.textContent).toMatch(/2R\$\s594,00/);
  const stopped: UnpaidOrder = {
    ...order,
    reminders: { ...order.reminders, stopped: { at: '2026-11-14T12:00:00.000Z', by: 'office' } },
  };
  server.on(changeReminders, answers.json(stopped));
  server.on(listUnpaidOrders, answers.json([stopped]));
  await user.click(screen.getByRole('button', { name: 'Parar lembretes de Ana Lima' }));
  expect(await screen.findByText('Parados pela escola')).toBeTruthy();
  expect(server.calls.find(({ path }) => path === '/api/admin/unpaid-orders/7/reminders')?.body).toEqual({
    stopped: true,
  });
});

it('the office sees an empty list and an error as such', async () => {
  signedIn('admin');
  const server = fakeServer();
  server.on(getUnpaidSummary, answers.json({ count: 0, amount: 0, oldestAt: null, reminded }));
  server.on(listUnpaidOrders, answers.offline);
  const { user } = renderInApp(<UnpaidScreen />, '/admin/payments/unpaid');
  expect(await screen.findByText('Não conseguimos carregar os pedidos')).toBeTruthy();
  server.on(listUnpaidOrders, answers.json([]));
  await user.click(screen.getByRole('button', { name: /Tentar/ }));
  expect(await screen.findByText('Nenhum PIX em aberto')).toBeTruthy();
});

it('the link of the mail stops the reminders only when it is pressed, and says when it is broken', async () => {
  const server = fakeServer();
  const { user } = renderInApp(<StopRemindersScreen />, '/stop-reminders');
  const press = () => user.click(screen.getByRole('button', { name: 'Não quero mais lembretes' }));
  await press();
  expect(screen.getByRole('alert').textContent).toContain('incompleto');
  expect(server.calls).toEqual([]);
  const token = `7.${'a'.repeat(43)}`;
  location.hash = `t=${token}`;
  server.on(stopReminders, answers.error(404, 'not_found', 'Este link não vale.'));
  await press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Este link não vale.'));
  server.on(stopReminders, answers.json({ ok: true }));
  await press();
  expect(await screen.findByText(/você não recebe mais lembretes/)).toBeTruthy();
  expect(server.calls.at(-1)?.path).toBe(`/api/payment-reminders/stop/${token}`);
});
