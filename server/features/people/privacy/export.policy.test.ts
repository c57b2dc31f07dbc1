import { expect, test } from 'vitest';
import { waysTo } from './export.policy.ts';

const reference = (from: string, to: string, targetColumn = 'id') => {
  const [table = '', column = ''] = from.split('.');
  return { table, column, target: to, targetColumn };
};

test('finds the rows of a person and the rows that depend on them, and none of another person', () => {
  const ways = waysTo([
    reference('payments.user_id', 'users'),
    reference('payments.decided_by', 'users'),
    reference('payment_proofs.payment_id', 'payments'),
    reference('pages.proof_id', 'payment_proofs'),
    reference('payment_decisions.payment_id', 'payments'),
    reference('payment_decisions.decided_by', 'users'),
    reference('lessons.author_id', 'users'),
    reference('progress.user_id', 'users'),
    reference('progress.lesson_id', 'lessons'),
    reference('audit_events.actor_id', 'users'),
    reference('subjects.parent_id', 'subjects'),
    // The bank's text may name another person.
    reference('statement_entries.payment_id', 'payments'),
    reference('statement_lines.entry_id', 'statement_entries'),
    reference('statements.uploaded_by', 'users'),
  ]);
  expect(ways.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
    'lessons.author_id',
    'pages.proof_id',
    'payment_decisions.payment_id',
    'payment_proofs.payment_id',
    'payments.user_id',
    'progress.user_id',
    'users.id',
  ]);
});

test('a column without a rule for the export stops the export instead of leaking or losing something', () => {
  expect(() => waysTo([reference('chats.partner_id', 'users')])).toThrow('chats.partner_id: say in privacy.rules.ts');
});

test('a table that names its owner twice is found once, by the column that names each', () => {
  const ways = waysTo([reference('payments.user_id', 'users'), reference('payments.student_id', 'users')]);
  expect(ways).toEqual([
    { table: 'users', column: 'id' },
    { table: 'payments', column: 'student_id' },
  ]);
});
