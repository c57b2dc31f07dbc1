import { expect, test } from 'vitest';
import { citationFinder } from '../citing/find-citations.ts';
import { readHead } from './law-head.ts';
import { linesOfHtml } from './law-html.ts';
import { readLaw } from './read-law.ts';

const find = citationFinder();
const head = (...front: string[]) => readHead(front, find);
const traffic = {
  name: 'LEI Nº 9.503, DE 23 DE SETEMBRO DE 1997.',
  ementa: 'Institui o Código de Trânsito Brasileiro.',
  urn: 'urn:lex:br:federal:lei:1997-09-23;9503',
};

test('the name of a page of the Planalto is the norm, not the offices above it', () => {
  const page = `<table><tr><td>Presidência da República</td></tr><tr><td>Casa Civil</td></tr></table>
    <p>Secretaria-Geral</p><p>Subchefia para Assuntos Jurídicos</p>
    <p><a href="l9503.htm">LEI Nº 9.503, DE 23 DE SETEMBRO DE 1997.</a></p>
    <p><a href="x">Texto compilado</a></p><p>Mensagem de veto</p><p>(Vide Lei nº 13.281, de 2016)</p>
    <p>Institui o Código de Trânsito Brasileiro.</p>
    <p>O PRESIDENTE DA REPÚBLICA Faço saber que o Congresso Nacional decreta e eu sanciono a seguinte Lei:</p>
    <p>Art. 1º O trânsito rege-se por este Código.</p>`;
  const { front } = readLaw(linesOfHtml(page));
  expect(readHead(front, find)).toEqual(traffic);
});

test('a norm without offices above it keeps its first line, and what it enacts is no summary', () => {
  expect(head(traffic.name, traffic.ementa, 'O PRESIDENTE DA REPÚBLICA Faço saber:')).toEqual(traffic);
  expect(head(traffic.name, 'O GOVERNADOR DO ESTADO decreta:')).toEqual({ ...traffic, ementa: '' });
});

test('a norm that is only cited in the first lines gives its URN and no name', () => {
  expect(head('Regulamento da Guarda', 'Aprovado nos termos da Lei nº 8.906, de 4 de julho de 1994.')).toEqual({
    name: 'Regulamento da Guarda',
    ementa: 'Aprovado nos termos da Lei nº 8.906, de 4 de julho de 1994.',
    urn: 'urn:lex:br:federal:lei:1994-07-04;8906',
  });
  expect(head()).toEqual({ name: '', ementa: '', urn: null });
});
