import { expect, it } from 'vitest';
import { alikeBy, likenessOf, shinglesOf } from './likeness.ts';

const question = (questionText: string, ...options: string[]) =>
  shinglesOf({ format: 'plain', questionText, options: options.map((optionText) => ({ optionText })) });

it('order of options, case, accents and punctuation do not change the likeness', () => {
  const a = question('Qual é a capital da França?', 'Paris', 'São Luís');
  expect(likenessOf(a, question('QUAL E A CAPITAL DA FRANCA', 'sao luis.', '“Paris”'))).toBe(1);
});

it('a question with one changed word is a near-duplicate, and another question is not', () => {
  const a = question('A casa é asilo inviolável do indivíduo e ninguém nela pode entrar', 'certo', 'errado');
  const changed = question('A casa é abrigo inviolável do indivíduo e ninguém nela pode entrar', 'Errado', 'Certo');
  expect(alikeBy(a, changed)).toBeGreaterThan(0.6);
  expect(alikeBy(a, question('A lei penal não retroage', 'certo', 'errado'))).toBeNull();
  expect(alikeBy(question(''), question(''))).toBeNull();
});

it('Certo and Errado do not make two questions alike', () => {
  expect(
    likenessOf(question('A lei retroage.', 'Certo', 'Errado'), question('O juiz decide.', 'Certo', 'Errado')),
  ).toBe(0);
});

it('questions that share only a generic statement or generic options are no near-duplicates', () => {
  const long =
    'Com base nas informações do texto apresentado acima e nos conhecimentos sobre o assunto, assinale a alternativa correta entre as que seguem';
  expect(alikeBy(question(long, 'um rio', 'uma serra'), question(long, 'a lei', 'o decreto'))).toBeNull();
  const told = ['Apenas a afirmativa I', 'Apenas a afirmativa II', 'Apenas as afirmativas I e II', 'Nenhuma delas'];
  expect(alikeBy(question('Sobre a crase:', ...told), question('No direito penal:', ...told))).toBeNull();
});

it('questions without text in their options are compared by their statements', () => {
  const text = 'Observe a figura e diga quantos triângulos há nela, contando os de todos os tamanhos';
  expect(alikeBy(question(text, '', ''), question(text, '', ''))).toBe(1);
});
