import { expect, it } from 'vitest';
import { actionText, detailsText, subjectText } from './audit-words.ts';

it('says in Portuguese what it knows and leaves the rest as it is', () => {
  expect(actionText('user.role')).toBe('Mudou o papel');
  expect(actionText('thing.of_tomorrow')).toBe('thing.of_tomorrow');
});

it('names what it happened to', () => {
  expect(subjectText({ subject: 'user:x', subjectName: 'Ana Silva' })).toBe('Ana Silva');
  expect(subjectText({ subject: 'user:x', subjectName: null })).toBe('Pessoa que já saiu');
  expect(subjectText({ subject: 'payment:7', subjectName: null })).toBe('Pagamento 7');
  expect(subjectText({ subject: 'settings', subjectName: null })).toBe('Configurações');
});

it('leaves out what was empty', () => {
  expect(detailsText({ to: 'blocked', from: 'active', reason: null })).toBe('de: ativo; para: bloqueado');
  expect(detailsText({ reason: 'active', amount: 29_700 })).toBe('motivo: active; valor: R$ 297,00');
});
