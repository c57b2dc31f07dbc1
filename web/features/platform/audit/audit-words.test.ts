import { expect, it } from 'vitest';
import { detailsText as textOf } from './audit-detail-words.ts';
import { subjectText } from './audit-subject-words.ts';
import { actionText } from './audit-words.ts';

const detailsText = (details: Parameters<typeof textOf>[0]['details'], action = 'thing.done') =>
  textOf({ action, details });
const told = { subjectName: null, subjectAmount: null, details: {} };

it('known actions are written in Portuguese, and unknown ones stay unchanged', () => {
  expect(actionText('user.role')).toBe('Mudou o papel');
  expect(actionText('thing.of_tomorrow')).toBe('thing.of_tomorrow');
  expect(subjectText({ ...told, subject: 'thing:7' })).toBe('thing 7');
  expect(detailsText({ novelty: 3 })).toBe('novelty: 3');
});

it.each([
  ['a person', { subject: 'user:x', subjectName: 'Ana Silva' }, 'Ana Silva'],
  ['a person who left', { subject: 'user:x' }, 'Pessoa que já saiu'],
  [
    'an order with its person and amount',
    { subject: 'payment:7', subjectName: 'João Lima', subjectAmount: 29_700 },
    'Pagamento de João Lima, R$ 297,00',
  ],
  ['an order of a removed person', { subject: 'payment:7', subjectAmount: 29_700 }, 'Pagamento 7, R$ 297,00'],
  ['a mock exam', { subject: 'quiz:7', subjectName: 'Semana 3' }, 'Simulado “Semana 3”'],
  ['a lesson that is gone', { subject: 'lesson:7', details: { title: 'Inquérito' } }, 'Aula “Inquérito”'],
  ['a decision about a law that is gone', { subject: 'law-change:7', details: { name: 'valid' } }, 'Mudança de lei 7'],
  ['the settings', { subject: 'settings' }, 'Configurações'],
  ['all e-mails', { subject: 'mail:all' }, 'Todos os e-mails'],
  ['a public page', { subject: 'page:landing' }, 'Página de vendas'],
])('the subject of an event about %s is written with its name', (_, event, text) => {
  expect(subjectText({ ...told, ...event })).toBe(text);
});

it('the details leave out empty values', () => {
  expect(detailsText({ to: 'blocked', from: 'active', reason: null })).toBe('de: ativo; para: bloqueado');
  expect(detailsText({ reason: 'active', amount: 29_700 })).toBe('motivo: active; valor: R$ 297,00');
});

it.each([
  [{ kind: 'paid_twice', note: 'paid_twice' }, 'tipo: em dobro; observação: paid_twice'],
  [{ entries: 12, format: 'ofx' }, 'entradas: 12; formato: OFX'],
  [{ step: 'people' }, 'passo: pessoas'],
  [{ setting: 'pixKey', before: 'a', after: 'b' }, 'campo: Chave PIX; antes: a; depois: b'],
  [
    { setting: 'cardTotalCents', before: 35_640, after: 32_670 },
    'campo: Total no cartão; antes: R$ 356,40; depois: R$ 326,70',
  ],
  [
    { opensAt: '2026-11-15T12:00:00.000Z', lateStart: 'full' },
    'abre: 15/11/2026 09:00; quem começa tarde: tem o tempo inteiro',
  ],
  [{ validUntil: '2026-12-31' }, 'vale até: 31/12/2026'],
  [{ count: 2, fields: 'source, year' }, 'quantidade: 2; campos: fonte, ano'],
])('the details %j are written in words', (details, text) => {
  expect(detailsText(details)).toBe(text);
});

it('an amount is money, except where corrections are counted', () => {
  expect(detailsText({ amount: 3, reason: 'Brinde' }, 'corrections.adjusted')).toBe('valor: 3; motivo: Brinde');
  expect(detailsText({ before: 29_700, after: 14_850 }, 'payment.coupon_lapsed')).toBe(
    'antes: R$ 297,00; depois: R$ 148,50',
  );
});
