import { describe, expect, it } from 'vitest';
import { guessEnunciados } from './enunciados.ts';
import { linesOfText } from './law-lines.ts';
import { readLaw } from './read-law.ts';

const read = (source: string) => readLaw(linesOfText(source));
const articlesOf = (source: string) =>
  read(source).devices.map(({ id, label, children }) => [id, label, children[0]?.text]);

describe('the súmulas of a court', () => {
  it('are articles with the text of the lines below them', () => {
    const source = `Súmula Vinculante 10
Viola a cláusula de reserva de plenário (CF, artigo 97) a decisão de órgão fracionário.

Súmula Vinculante 11
Só é lícito o uso de algemas em casos de resistência,
sob pena de responsabilidade disciplinar.`;
    expect(articlesOf(source)).toEqual([
      [
        'art10',
        'Súmula Vinculante 10',
        'Viola a cláusula de reserva de plenário (CF, artigo 97) a decisão de órgão fracionário.',
      ],
      [
        'art11',
        'Súmula Vinculante 11',
        'Só é lícito o uso de algemas em casos de resistência, sob pena de responsabilidade disciplinar.',
      ],
    ]);
  });

  it.each([
    ['SÚMULA N. 7 - A pretensão de simples reexame.', 'art7', 'A pretensão de simples reexame.'],
    ['Súmula nº 331 do TST: Contrato de prestação.', 'art331', 'Contrato de prestação.'],
    ['Súmula 473/STF – A Administração pode anular.', 'art473', 'A Administração pode anular.'],
    ['Súmula 231. A incidência da atenuante.', 'art231', 'A incidência da atenuante.'],
  ])('are read from "%s"', (line, id, text) => {
    const [only] = read(line).devices;
    expect([only?.id, only?.children[0]?.text]).toEqual([id, text]);
  });

  it('name their court, or leave it open', () => {
    const guess = (source: string) => guessEnunciados(read(source));
    expect(guess('Súmula Vinculante 1\nOfende a garantia.')?.urn).toBe(
      'urn:lex:br:supremo.tribunal.federal:sumula.vinculante',
    );
    expect(guess('Súmulas do Superior Tribunal de Justiça\n\nSúmula 7\nA pretensão.')).toEqual({
      urn: 'urn:lex:br:superior.tribunal.justica:sumula',
      name: 'Súmulas do STJ',
    });
    expect(guess('Súmula 331 do TST\nContrato.')?.urn).toBe('urn:lex:br:tribunal.superior.trabalho:sumula');
    expect(guess('Súmula 7\nA pretensão.')).toBeNull();
    expect(guess('Art. 1º Súmula é o enunciado.')).toBeNull();
  });

  it('have incisos, and a line that begins with "Art." stays text', () => {
    const [only, ...others] = read(
      'Súmula 331\nContrato de prestação:\nI - A contratação é ilegal;\nII - O ente responde.',
    ).devices;
    expect(others).toEqual([]);
    expect(only?.children.flatMap(({ children }) => children.map(({ id }) => id))).toEqual([
      'art331_cpt_inc1',
      'art331_cpt_inc2',
    ]);
    expect(read('Súmula 1\nTexto.\n\nArt. 5º Não é artigo.').devices.map(({ id }) => id)).toEqual(['art1']);
  });

  it('make no articles of a law that cites them', () => {
    const source = 'Art. 1º Aplica-se o entendimento.\n\nSúmula 7 - é a referência.\n\nArt. 2º Esta lei vale.';
    expect(read(source).devices.map(({ id }) => id)).toEqual(['art1', 'art2']);
    const wrapped = 'Art. 1º Aplica-se o disposto na\nSúmula 7 - STJ, no que couber.\nArt. 2º Esta lei vale.';
    expect(read(wrapped).devices.map(({ id, children }) => [id, children[0]?.text])).toEqual([
      ['art1', 'Aplica-se o disposto na Súmula 7 - STJ, no que couber.'],
      ['art2', 'Esta lei vale.'],
    ]);
  });
});
