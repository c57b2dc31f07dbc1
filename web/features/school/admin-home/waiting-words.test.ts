import { expect, it } from 'vitest';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { backupWarning, monthTrend, waitingList, waitingSummary } from './waiting-words.ts';

const now = new Date('2026-11-16T12:00:00.000Z');
const nothing: AdminHome['waiting'] = {
  proofs: { count: 0, oldestAt: null },
  refunds: { count: 0, firstDueOn: null },
  teachers: { count: 0, oldestAt: null },
  reports: { count: 0, oldestAt: null },
  doubts: { count: 0, oldestAt: null },
  bank: { unmatched: null, cases: 0 },
  unpaid: { count: 0, amount: 0, oldestAt: null, reminded: { orders: 0, paid: 0, paidAmount: 0 } },
  system: { failedMails: 0, lastBackupAt: null },
};
const list = (waiting: Partial<AdminHome['waiting']>) =>
  waitingList({ today: '2026-11-16', waiting: { ...nothing, ...waiting } }, now);

it('kinds without a pending item are left out', () => {
  expect(list({})).toEqual([]);
  expect(waitingSummary(list({}))).toBe('Nada espera por você agora.');
  const one = list({ proofs: { count: 6, oldestAt: '2026-11-16T09:00:00.000Z' } });
  expect(one).toMatchObject([{ count: 6, title: 'Comprovantes para conferir', text: 'O mais antigo chegou há 3 h.' }]);
  expect(waitingSummary(one)).toBe('1 coisa espera por você.');
});

it('unsent e-mails come first', () => {
  const storedMails = { count: 12, oldestAt: '2026-11-16T09:00:00.000Z', isSent: false };
  const [first, second] = list({
    refunds: { count: 1, firstDueOn: '2026-11-20' },
    system: { failedMails: 0, lastBackupAt: null, storedMails },
  });
  expect(first).toMatchObject({
    count: 12,
    title: 'Cartas guardadas, não enviadas',
    text: 'O e-mail da escola não está ligado. A mais antiga, há 3 h.',
    isLate: true,
  });
  expect(second?.title).toBe('Reembolso a fazer');
});

it('the first undecided claims of the landing page are named', () => {
  expect(list({ claims: { count: 4, first: ['93% aprovados.', '+2.847 alunos'] } })).toMatchObject([
    {
      count: 4,
      title: 'Afirmações da página por decidir',
      text: 'Vieram com o modelo: “93% aprovados.”, “+2.847 alunos” e mais 2.',
      href: '/admin/landing/claims',
    },
  ]);
  expect(list({ claims: { count: 0, first: [] } })).toEqual([]);
});

it('money without an order and reports of the provider are listed, with a link to their list', () => {
  expect(list({ bank: { unmatched: { count: 2, statementId: 7 }, cases: 1 } })).toMatchObject([
    {
      count: 2,
      title: 'Entradas do banco sem pedido',
      href: '/admin/payments/statements/7?mostrar=unmatched',
    },
    { count: 1, title: 'Escola e banco não batem', href: '/admin/payments/cases' },
  ]);
  expect(list({ bank: null })).toEqual([]);
});

it('unpaid orders are counted with their age and the results of the reminders', () => {
  const unpaid = { count: 4, amount: 118_800, oldestAt: '2026-11-11T12:00:00.000Z' };
  const none = { orders: 3, paid: 0, paidAmount: 0 };
  expect(list({ unpaid: { ...unpaid, reminded: none } })).toMatchObject([
    {
      count: 4,
      title: 'PIX gerado e não pago',
      text: expect.stringMatching(/^R\$\s1\.188,00 ao todo\. O mais antigo, há 5 dias\.$/),
      href: '/admin/payments/unpaid',
    },
  ]);
  const [brought] = list({ unpaid: { ...unpaid, reminded: { orders: 3, paid: 2, paidAmount: 59_400 } } });
  expect(brought?.text).toMatch(/Lembretes: 2 pagos em 30 dias, R\$\s594,00\.$/);
});

it('reported questions are listed for users who may open them', () => {
  expect(list({ reports: { count: 2, oldestAt: '2026-11-14T12:00:00.000Z' } })).toMatchObject([
    {
      count: 2,
      title: 'Questões reportadas',
      text: 'O primeiro aviso chegou há 2 dias.',
      href: '/teacher/quizzes/reported',
    },
  ]);
  expect(list({ reports: null, doubts: null })).toEqual([]);
  expect(list({ doubts: { count: 3, oldestAt: '2026-11-14T12:00:00.000Z' } })).toMatchObject([
    { count: 3, title: 'Dúvidas sem resposta há mais de 24 h', href: '/teacher/doubts', isLate: true },
  ]);
});

it('essays past their promised day come as late, those of today as due', () => {
  const essays = { dueToday: 1, overdue: 2, firstDueAt: '2026-11-13T12:00:00.000Z' };
  expect(list({ essays })).toMatchObject([
    { count: 2, title: 'Redações atrasadas', href: '/teacher/essays', isLate: true },
    { count: 1, title: 'Redação para devolver hoje', href: '/teacher/essays' },
  ]);
  expect(list({ essays })[1]?.isLate).toBeFalsy();
  expect(list({ essays: { dueToday: 0, overdue: 0, firstDueAt: null } })).toEqual([]);
  expect(list({ essays: { dueToday: 0, overdue: 0, firstDueAt: null, reviews: 2 } })).toMatchObject([
    { count: 2, title: 'Revisões de nota pedidas', href: '/teacher/essays?lista=reviews' },
  ]);
});

it('a late refund is shown as late', () => {
  expect(list({ refunds: { count: 1, firstDueOn: '2026-11-13' } })[0]).toMatchObject({ isLate: true });
  expect(list({ refunds: { count: 1, firstDueOn: '2026-11-16' } })[0]).toMatchObject({ isLate: false });
});

it('a missing or old backup causes a warning', () => {
  const made = (lastBackupAt: string | null) =>
    backupWarning({ ...nothing, system: { failedMails: 0, lastBackupAt } }, now);
  expect(made(null)).toBe('Nenhum backup registrado.');
  expect(made('2026-11-16T04:00:00.000Z')).toBeNull();
  expect(made('2026-11-13T04:00:00.000Z')).toContain('há 3 dias');
  expect(backupWarning({ ...nothing, system: null }, now)).toBeNull();
});

it('a month is compared only with a month that had income', () => {
  const money = { monthFrom: '', orders: 0, refunded: 0, lastMonth: 0, days: [] };
  expect(monthTrend({ ...money, received: 100, lastMonthSoFar: 0 })).toBeNull();
  expect(monthTrend({ ...money, received: 118, lastMonthSoFar: 100 })).toBe('18% acima do mês passado no mesmo dia');
  expect(monthTrend({ ...money, received: 50, lastMonthSoFar: 100 })).toBe('50% abaixo do mês passado no mesmo dia');
  expect(monthTrend({ ...money, received: 100, lastMonthSoFar: 100 })).toBe('igual ao mês passado no mesmo dia');
});
