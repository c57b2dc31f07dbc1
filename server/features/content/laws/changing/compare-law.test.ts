import { describe, expect, it } from 'vitest';
import { rowsOfReading } from '../reading/law-rows.ts';
import { readLawSource } from '../reading/read-law-source.ts';
import { compareFull, orderWith, type StoredDevice } from './compare-law.ts';

const rowsOf = (text: string) => rowsOfReading(readLawSource({ format: 'text', text }));
const storedOf = (text: string): StoredDevice[] =>
  rowsOf(text).map(({ versions, ...device }) => {
    const current = versions.findLast(({ isCurrent }) => isCurrent);
    return { ...device, text: current?.body ?? null, state: current?.state ?? null };
  });
const compare = (before: string, after: string) =>
  compareFull(storedOf(before), rowsOf(after)).changes.map(({ lexId, change, state }) => [lexId, change, state]);

describe('the whole new text of a law', () => {
  const law = 'Art. 1º Um:\n\nI - (VETADO);\n\nII - dois.\n\nArt. 2º (Revogado).\n\nArt. 3º Três.';

  it('leaves vetoed and revoked devices alone where nothing changed', () => {
    expect(compare(law, law)).toEqual([]);
    expect(
      compare(law, law.replace('(VETADO)', 'VETADO').replace('(Revogado)', '(Revogado pela Lei nº 1, de 2020)')),
    ).toEqual([]);
  });

  it('takes remarks of the publisher, dashes and composed letters for no change', () => {
    const plain = 'Art. 1º A ação - e só ela - vale.';
    for (const same of [
      'Art. 1º A ação – e só ela – vale. (Vide Lei nº 9.000, de 2000)',
      'Art. 1º A ação (Expressão declarada inconstitucional) — e só ela — vale. (Vigência)',
      'Art. 1º A ação - e só ela - vale. (Redação dada pela Lei nº 9.000 (parcial), de 2000)',
      plain.normalize('NFD'),
    ]) {
      expect(compare(plain, same), same).toEqual([]);
    }
    expect(compare(plain, plain.replace('só ela', 'nem ela'))).toHaveLength(1);
  });

  it('keeps the state of what it writes', () => {
    expect(compare(law, law.replace('Três.', 'Três:\n\nI - (VETADO).'))).toContainEqual([
      'art3_cpt_inc1',
      'added',
      'vetoed',
    ]);
    expect(compare(law, law.replace('(VETADO)', 'promulgado'))).toEqual([['art1_cpt_inc1', 'changed', 'in_force']]);
    expect(compare(law, law.replace('dois', '(VETADO)'))).toEqual([['art1_cpt_inc2', 'changed', 'vetoed']]);
  });

  it('lists its changes in the order of the law', () => {
    const next = 'Art. 1º Um:\n\nI - (VETADO).\n\nArt. 2º (Revogado).\n\nArt. 2º-A. Novo.\n\nArt. 3º Outro.';
    expect(compare(law, next).map(([lexId, change]) => [lexId, change])).toEqual([
      ['art1_cpt_inc2', 'revoked'],
      ['art2-1_cpt', 'added'],
      ['art3_cpt', 'changed'],
    ]);
  });
});

describe('the order with new devices', () => {
  const device = (lexId: string) => ({ lexId, article: /^(?:anx\d+_)?art[^_]+/.exec(lexId)?.[0] ?? null });
  const order = (stored: string[], added: string[]) => orderWith(stored.map(device), added.map(device));

  it('puts a new device inside its article and a new article behind the whole one before it', () => {
    expect(
      order(
        ['tit1', 'art1', 'art1_cpt', 'art1_par2', 'tit2', 'art2', 'art2_cpt'],
        ['art1_par1', 'art1-1', 'art1-1_cpt'],
      ),
    ).toEqual([
      'tit1',
      'art1',
      'art1_cpt',
      'art1_par1',
      'art1_par2',
      'art1-1',
      'art1-1_cpt',
      'tit2',
      'art2',
      'art2_cpt',
    ]);
  });

  it('puts new articles of the law before its annex, and those of a new annex behind the law', () => {
    expect(order(['art1', 'art1_cpt', 'anx1', 'anx1_art1'], ['art2'])).toEqual([
      'art1',
      'art1_cpt',
      'art2',
      'anx1',
      'anx1_art1',
    ]);
    expect(order(['art1', 'art1_cpt'], ['anx1_art1'])).toEqual(['art1', 'art1_cpt', 'anx1_art1']);
  });
});
