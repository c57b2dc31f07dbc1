import { expect, test } from 'vitest';
import { changesBetween, differencesOf, storedText } from './judge-exam.ts';

const checked = { number: 1, statement: 'Qual é o prazo?', options: ['Dez dias.', 'Um mês.'], key: 'A' };
const read = (statement: string, ...options: string[]) => ({
  number: 1,
  statement,
  options: options.map((text) => ({ text })),
});
const page = storedText('1. Qual é o prazo? A) Dez dias. B) Um mês.');

test('a question that differs only in white space, quotes and dashes of the form is exact', () => {
  expect(differencesOf(read(' Qual é\no  prazo?', 'Dez dias.', 'Um mês.'), checked, page)).toEqual([]);
});

test('a question that was not read is missing', () => {
  expect(differencesOf(undefined, checked, page)).toMatchObject([{ where: 'question', kind: 'missing' }]);
});

test('a foot line in an option is a difference of text, and the page agrees with the checked text', () => {
  const withFoot = storedText(`1. Qual é o prazo? A) Dez dias. B) Um mês. fim da página. Concurso Público`);
  const found = differencesOf(read('Qual é o prazo?', 'Dez dias.', 'Um mês. Concurso Público 2020'), checked, withFoot);
  expect(found).toMatchObject([{ where: 'B', kind: 'text', page: 'checked' }]);
});

test('a bracket that only the checked text lacks is a sign, and the page agrees with the reading', () => {
  const stored = storedText('Quem tinha 11 (onze) anos de trabalho?');
  const found = differencesOf(
    read('Quem tinha 11 (onze) anos de trabalho?'),
    { number: 1, statement: 'Quem tinha 11 onze) anos de trabalho?', options: [], key: null },
    stored,
  );
  expect(found).toMatchObject([{ kind: 'sign', page: 'read' }]);
});

test('a lost space is judged by the spaces of the page', () => {
  const spaced = { number: 1, statement: 'Segundo o § 3º da lei', options: [], key: null };
  expect(differencesOf(read('Segundo o §3º da lei'), spaced, storedText('Segundo o § 3º da lei'))).toMatchObject([
    { kind: 'space', page: 'checked' },
  ]);
  expect(differencesOf(read('Segundo o §3º da lei'), spaced, storedText('Segundo o §3º da lei'))).toMatchObject([
    { kind: 'space', page: 'read' },
  ]);
});

test('a page that has both texts decides nothing', () => {
  const both = storedText('Quem tinha 11 (onze) anos de trabalho? Quem tinha 11 onze) anos de trabalho?');
  const expected = { number: 1, statement: 'Quem tinha 11 onze) anos de trabalho?', options: [], key: null };
  expect(differencesOf(read('Quem tinha 11 (onze) anos de trabalho?'), expected, both)).toMatchObject([
    { kind: 'sign', page: 'unclear' },
  ]);
});

test('an extra option is a separate difference', () => {
  expect(differencesOf(read('Qual é o prazo?', 'Dez dias.', 'Um mês.', 'Nunca.'), checked, page)).toMatchObject([
    { where: 'C', kind: 'options', page: 'unclear' },
  ]);
});

test('several changes of one text are found apart', () => {
  const changes = changesBetween('a casa, e o rio; fim', 'a casa e o rio fim');
  expect(changes.map(({ read: one, checked: other }) => [one, other])).toEqual([
    [',', ''],
    [';', ''],
  ]);
});
