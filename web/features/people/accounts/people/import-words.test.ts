import { expect, test } from 'vitest';
import type { PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { entering, faultOf, freedBy, peopleOf, typedLine, withCorrections } from './import-words.ts';

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

test('a line that is checked again brings what was typed here, and the rest of the file', () => {
  const wrong = row(18, {
    email: 'joao.gmail.com',
    problem: 'Informe um e-mail.',
    typedOffer: 'Turma 3',
    typedUntil: 'abril',
  });
  expect(typedLine(wrong, { email: 'joao@gmail.com' })).toMatchObject({
    line: 18,
    firstName: 'Ana',
    email: 'joao@gmail.com',
    offer: 'Turma 3',
    accessUntil: 'abril',
  });
});

test('a corrected line takes the place of the line of the file, and only lines without a problem are imported', () => {
  const rows = [row(2), row(3, { problem: 'Não há oferta “Turma 3”.' })];
  expect(entering(withCorrections(rows, {})).map(({ line }) => line)).toEqual([2]);
  expect(peopleOf(entering(withCorrections(rows, { 3: row(3, { offerId: 7 }) })))).toMatchObject([
    { line: 2 },
    { line: 3, offerId: 7 },
  ]);
});

test('when a correction gives two lines the same e-mail, the later one says so and does not enter', () => {
  const rows = [row(2), row(3, { email: 'x', problem: 'Informe um e-mail válido.' })];
  const shown = withCorrections(rows, { 3: row(3, { email: ' P2@exemplo.com.br' }) });
  expect(shown[1]).toMatchObject({ problem: 'O mesmo e-mail da linha 2.', doubleOf: 2 });
  expect(entering(shown).map(({ line }) => line)).toEqual([2]);
});

test('a double enters once the first of the pair has another e-mail and the double was checked again', () => {
  const double = row(3, { email: 'p2@exemplo.com.br', problem: 'O mesmo e-mail da linha 2.', doubleOf: 2 });
  const rows = withCorrections([row(2), double, row(4, { email: double.email })], {});
  expect(freedBy(rows, 2)?.line).toBe(3);
  const other = row(2, { email: 'outro@exemplo.com.br' });
  expect(entering(withCorrections(rows, { 2: other })).map(({ line }) => line)).toEqual([2]);
  const checked = { 2: other, 3: row(3, { email: double.email }) };
  const shown = withCorrections(rows, checked);
  expect(entering(shown).map(({ line }) => line)).toEqual([2, 3]);
  expect(shown[2]?.problem).toBe('O mesmo e-mail da linha 3.');
});

test('a line with another problem keeps it, also where its e-mail is a double', () => {
  const rows = [row(2), row(3, { email: 'p2@exemplo.com.br', problem: 'Não há oferta “Turma 3”.' })];
  expect(withCorrections(rows, {})[1]?.problem).toBe('Não há oferta “Turma 3”.');
});

test('when a correction gives two lines the same CPF, both are imported, and only the first has it', () => {
  const rows = [row(2, { cpf: '52998224725' }), row(3, { isCpfLeftOut: true })];
  const shown = withCorrections(rows, { 3: row(3, { cpf: '52998224725' }) });
  expect(entering(shown).map(({ cpf }) => cpf)).toEqual(['52998224725', null]);
  expect(shown[1]?.warning).toBe('O mesmo CPF da linha 2: entra sem CPF.');
});

test.each([
  ['email', { email: 'x', problem: 'Informe um e-mail válido.' }],
  ['email', { problem: 'O mesmo e-mail da linha 1.', doubleOf: 1 }],
  ['firstName', { firstName: '', problem: 'Informe o nome.' }],
  ['cpf', { isCpfLeftOut: true, warning: 'CPF não confere: entra sem CPF.' }],
  ['offer', { typedOffer: 'Turma 3', problem: 'Não há oferta “Turma 3”.' }],
  ['accessUntil', { accessUntil: '2020-02-01', problem: 'O acesso desta linha já terminou.' }],
] as const)('the correction begins with %s where that is wrong', (field, more) => {
  expect(faultOf(row(2, more))).toBe(field);
});
