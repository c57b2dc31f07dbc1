import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { auditSubjects } from '#contract/platform/audit-names.ts';
import { actionWords } from '#web/features/platform/audit/audit-words.ts';

/** Actions whose last word is computed, by the text of their template. */
const computed: Record<string, readonly string[]> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the text of the source
  'comment.${state}': ['comment.shown', 'comment.hidden'],
  'money_case.${resolution}': ['money_case.seen', 'money_case.accepted'],
  'payment.${to}': [
    'payment.pending',
    'payment.analyzing',
    'payment.approved',
    'payment.rejected',
    'payment.cancelled',
    'payment.refund_requested',
    'payment.refunded',
  ],
  'question.${body.status}': ['question.active', 'question.outdated', 'question.annulled'],
  'statement.entry_${state}': ['statement.entry_confirmed', 'statement.entry_ignored'],
  'user.${event}': ['user.second_factor_on', 'user.second_factor_off', 'user.recovery_code_used'],
  'user.${what}': [
    'user.google_linked',
    'user.google_unlinked',
    'user.password_removed',
    'user.passkey_added',
    'user.passkey_removed',
  ],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the text of the source
};

const sources = globSync('server/features/**/*.ts', { exclude: (path) => /\.test\.|\/testing\//.test(path) })
  .map((path) => readFileSync(path, 'utf8'))
  .filter((text) => /recordAudit|AuditEvent|auditSubject/.test(text));

/** Every dotted literal and every template after `action:`, in each file that writes events. */
function writtenActions(): { literals: Set<string>; templates: Set<string> } {
  const literals = new Set<string>();
  const templates = new Set<string>();
  for (const text of sources) {
    for (const [, action = ''] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) {
      if (!notActions.test(action)) literals.add(action);
    }
    for (const [, template = ''] of text.matchAll(/action: `([^`]+)`/g)) templates.add(template);
  }
  return { literals, templates };
}

/** Columns, fields and names of files that look like an action. */
const notActions =
  /^(audit_events|users|e|draft|change|window|questions|question_versions|payments)\.(?!imported|changed|undone)|\.csv$/;

/** Keys of notices and e-mails in the same files. */
const notSubjects = new Set([
  'access_moved',
  'essay-regraded',
  'essay-review',
  'exam-time',
  'law_changed',
  'teacher_approved',
]);

it('every action that the server records has a sentence in the audit', () => {
  const { literals, templates } = writtenActions();
  expect(literals.size).toBeGreaterThan(60);
  expect([...templates].filter((template) => !(template in computed))).toEqual([]);
  const all = [...literals, ...[...templates].flatMap((template) => computed[template] ?? [])];
  expect(all.filter((action) => !(action in actionWords))).toEqual([]);
});

it('every kind of thing that an event is about has a name in the audit', () => {
  const written = sources.flatMap((text) => [
    ...[...text.matchAll(/\bsubject: [`']([a-z_-]+)/g)].map(([, kind = '']) => kind),
    ...[...text.matchAll(/`([a-z_-]+):\$\{[^`]*`/g)].map(([, kind = '']) => kind),
  ]);
  const kinds: readonly string[] = auditSubjects;
  expect(new Set(written).size).toBeGreaterThan(20);
  expect([...new Set(written)].filter((kind) => !kinds.includes(kind) && !notSubjects.has(kind))).toEqual([]);
});

it('every sentence of the audit begins with a capital letter and does not end with a full stop', () => {
  expect(Object.values(actionWords).filter((words) => !/^[A-ZÁÉÍÓÚ].*[^.]$/.test(words))).toEqual([]);
});
