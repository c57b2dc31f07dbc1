import { expect, test } from 'vitest';
import type { PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { corrected, entering, peopleOf } from './import-words.ts';

const row = (line: number, more: Partial<PeoplePreviewRow> = {}): PeoplePreviewRow => ({
  line,
  firstName: 'Ana',
  lastName: 'Lima',
  email: `p${line}@exemplo.com.br`,
  phone: null,
  cpf: null,
  isCpfLeftOut: false,
  offerId: null,
  offerName: null,
  accessUntil: null,
  price: null,
  note: null,
  problem: null,
  warning: null,
  isKnown: false,
  ...more,
});

test('a line with a wrong address enters once the address is corrected, and not before', () => {
  const wrong = row(18, { email: 'joao.gmail.com', problem: 'E-mail sem “@”.' });
  expect(corrected(wrong, { 18: { email: 'joao@' } }).problem).toBe('E-mail sem “@”.');
  expect(corrected(wrong, { 18: { email: 'joao@gmail.com' } })).toMatchObject({
    email: 'joao@gmail.com',
    problem: null,
  });
});

test('a line with an unknown offer enters once one is chosen', () => {
  const wrong = row(3, { problem: 'Não há oferta “Turma 3”.' });
  expect(entering([wrong], {})).toEqual([]);
  expect(peopleOf(entering([wrong], { 3: { offerId: 7 } }))).toMatchObject([{ line: 3, offerId: 7 }]);
});

test('when a correction gives two lines the same address, only the first is imported', () => {
  const rows = [row(2), row(3, { email: 'x', problem: 'Informe um e-mail válido.' })];
  expect(entering(rows, { 3: { email: 'P2@exemplo.com.br' } }).map(({ line }) => line)).toEqual([2]);
});

test('a line whose address is wrong does not enter because an offer was chosen for it', () => {
  const wrong = row(4, { email: 'x', problem: 'Não há oferta “Turma 3”.' });
  expect(entering([wrong], { 4: { offerId: 7 } })).toEqual([]);
});

test('a CPF that was left out enters once a right one is typed, with or without dots, and not before', () => {
  const wrong = row(5, { isCpfLeftOut: true, warning: 'CPF não confere: entra sem CPF.' });
  expect(corrected(wrong, { 5: { cpf: '529.982.247-24' } })).toMatchObject({ cpf: null, isCpfLeftOut: true });
  expect(peopleOf(entering([wrong], { 5: { cpf: '529.982.247-25' } }))).toMatchObject([{ cpf: '52998224725' }]);
});

test('when a correction gives two lines the same CPF, both are imported, and only the first has it', () => {
  const rows = [row(2, { cpf: '52998224725' }), row(3, { isCpfLeftOut: true })];
  expect(entering(rows, { 3: { cpf: '52998224725' } }).map(({ cpf }) => cpf)).toEqual(['52998224725', null]);
});
