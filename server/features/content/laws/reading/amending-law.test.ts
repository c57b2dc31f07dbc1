import { describe, expect, it } from 'vitest';
import { readAmendingLaw } from './amending-law.ts';
import { linesOf } from './read-law-source.ts';

const read = (...lines: string[]) =>
  readAmendingLaw(linesOf({ format: 'text', text: lines.join('\n\n') }), 'federal:lei:1999;9999');

describe('an amending law', () => {
  it('revokes only what stands behind the word, and nothing that its summary says', () => {
    const { revoked } = read(
      'LEI Nº 15.001, DE 2026',
      'Altera a Lei nº 9.999, de 1999, e revoga o art. 9º da Lei nº 9.999, de 1999.',
      'Art. 1º O art. 5º da Lei nº 9.999, de 1999, passa a vigorar com nova redação, revogado o art. 6º da mesma Lei:',
      '“Art. 5º Novo.” (NR)',
      'Art. 2º Ficam revogados o § 1º do art. 7º e o art. 8º da Lei nº 9.999, de 1999, e o art. 3º da Lei nº 8.888, de 1998.',
    );
    expect(revoked).toEqual(['art6', 'art7_par1', 'art8']);
  });

  it('carries the norm into the list below a revocation', () => {
    const { revoked, problems } = read(
      'Art. 1º Ficam revogados os seguintes dispositivos da Lei nº 9.999, de 1999:',
      'I - o art. 2º;',
      'II - o inciso II do art. 3º e os arts. 4º e 5º; e',
      'III - o art. 1º da Lei nº 8.888, de 1998.',
      'Art. 2º Revogam-se as disposições em contrário.',
    );
    expect(revoked).toEqual(['art2', 'art3_cpt_inc2', 'art4', 'art5']);
    expect(problems).toEqual([]);
  });

  it('names a revocation without a norm', () => {
    const { revoked, problems } = read('Art. 1º Fica revogado o art. 2º.');
    expect([revoked, problems]).toEqual([[], [{ line: 1, words: 'revogação sem norma' }]]);
  });

  it('ends a quote that is not closed at the next article, and names it', () => {
    const { quoted, revoked, problems } = read(
      'Art. 1º A Lei nº 9.999, de 1999, passa a vigorar assim:',
      '“Art. 5º Novo.',
      'I - um.',
      'Art. 2º Fica revogado o art. 6º da Lei nº 9.999, de 1999.',
    );
    expect(quoted.map(({ text }) => text)).toEqual(['Art. 5º Novo.', 'I - um.']);
    expect(revoked).toEqual(['art6']);
    expect(problems).toEqual([{ line: 3, words: 'as aspas não se fecham' }]);
  });

  it('keeps several articles in one quote', () => {
    const { quoted, problems } = read(
      'Art. 1º A Lei nº 9.999, de 1999, passa a vigorar assim:',
      '“Art. 5º Novo.',
      'Art. 6º Outro.” (NR)',
    );
    expect(quoted.map(({ text }) => text)).toEqual(['Art. 5º Novo.', 'Art. 6º Outro.']);
    expect(problems).toEqual([]);
  });
});
