import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Criterion, type Espelho, espelho, mostPoints, type ReadEssay, scoreEssay } from './espelho.ts';
import { espelhoPresets } from './espelho-presets.ts';
import { chance, plainScore, randomEspelho, randomReading } from './testing/random-espelhos.ts';

const random = chance(48);

const sum = espelhoPresets[0]?.espelho as Espelho;
const cebraspe = espelhoPresets[1]?.espelho as Espelho;
const read = (about: Partial<ReadEssay>): ReadEssay => {
  return { points: {}, languageErrors: 0, zeroReasonKeys: [], lines: 30, minLines: 20, ...about };
};

describe('the score of an essay', () => {
  it('equals that of a second implementation over 10,000 random espelhos', () => {
    for (let run = 0; run < 10_000; run += 1) {
      const [mirror, reading] = [randomEspelho(random), randomReading(random)];
      const { score, isPassed } = scoreEssay(mirror, reading);
      const plain = plainScore(mirror, reading);
      if (score !== plain.score || isPassed !== plain.isPassed)
        expect({ score, isPassed, mirror, reading }).toEqual(plain);
    }
  });

  it('is compared on espelhos that the contract accepts', () => {
    for (let run = 0; run < 300; run += 1) {
      expect(z.safeParse(espelho, randomEspelho(random)).error).toBeUndefined();
    }
  });

  it('is the sum of the criteria, and passes from the minimum on', () => {
    const given = { tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 };
    expect(scoreEssay(sum, read({ points: given }))).toMatchObject({ score: 16.1, isPassed: true, content: 16.1 });
    expect(scoreEssay(sum, read({ points: { tema: 5, argumentacao: 4.99 } }))).toMatchObject({ isPassed: false });
    expect(scoreEssay(sum, read({ points: { tema: 5, argumentacao: 5 } }))).toMatchObject({
      score: 10,
      isPassed: true,
    });
  });

  it('takes k errors per written line from the content under the rule of Cebraspe, and never falls below 0', () => {
    const points = { apresentacao: 2, 'aspecto-1': 8, 'aspecto-2': 7 };
    expect(scoreEssay(cebraspe, read({ points, languageErrors: 12 }))).toMatchObject({ score: 16.2, penalty: 0.8 });
    // 17 − 2 · 7 ÷ 23 = 16,3913…
    expect(scoreEssay(cebraspe, read({ points, languageErrors: 7, lines: 23 })).score).toBe(16.39);
    expect(scoreEssay(cebraspe, read({ points: { apresentacao: 1 }, languageErrors: 90 })).score).toBe(0);
  });

  it('multiplies each criterion by its weight', () => {
    const mirror = espelhoPresets[2]?.espelho as Espelho;
    expect(mostPoints(mirror)).toBe(40);
    expect(scoreEssay(mirror, read({ points: { conteudo: 7.5, lingua: 6.25 } })).score).toBe(28.75);
  });

  it('becomes zero by itself for a blank or too short essay, and by the reader for the other reasons', () => {
    const full = { tema: 5, estrutura: 4, argumentacao: 5, coesao: 3, norma: 3 };
    expect(scoreEssay(sum, read({ points: full, lines: 0 }))).toMatchObject({ score: 0, reasonKeys: ['em-branco'] });
    expect(scoreEssay(sum, read({ points: full, lines: 19 }))).toMatchObject({ reasonKeys: ['linhas-a-menos'] });
    expect(scoreEssay(sum, read({ points: full, lines: 20 }))).toMatchObject({ score: 20, reasonKeys: [] });
    const offTopic = scoreEssay(sum, read({ points: full, zeroReasonKeys: ['fuga-ao-tema'] }));
    expect(offTopic).toMatchObject({ score: 0, isPassed: false, content: 20 });
    // An automatic reason is the server's: a reader cannot name it.
    expect(scoreEssay(sum, read({ points: full, zeroReasonKeys: ['em-branco'] })).score).toBe(20);
  });
});

describe('an espelho', () => {
  const refused = (change: Partial<Espelho>) => !z.safeParse(espelho, { ...sum, ...change }).success;

  it('is accepted as each preset has it', () => {
    for (const { espelho: preset } of espelhoPresets) expect(z.safeParse(espelho, preset).error).toBeUndefined();
  });

  it('is refused without criteria, with equal keys, unreachable minimum, wrong levels or a reason for nothing', () => {
    const [first] = sum.criteria as [Criterion];
    expect(refused({ criteria: [] })).toBe(true);
    expect(refused({ criteria: [first, first] })).toBe(true);
    expect(refused({ minimum: 20.01 })).toBe(true);
    expect(refused({ criteria: [{ ...first, levels: [{ points: 5.01, text: 'Muito bom' }] }], minimum: null })).toBe(
      true,
    );
    const effect = { kind: 'criterion' as const, criterionKey: 'gone' };
    expect(refused({ zeroReasons: [{ key: 'x', name: 'X', effect, automatic: null }] })).toBe(true);
    expect(refused({ criteria: [{ ...first, points: 1.005 }], minimum: null })).toBe(true);
  });
});
