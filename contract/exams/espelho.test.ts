import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type Criterion,
  type Espelho,
  espelho,
  mostPoints,
  type ReadEssay,
  scoreEssay,
  type ZeroReason,
} from './espelho.ts';
import { espelhoPresets } from './espelho-presets.ts';

/* A second implementation, in fractions of big integers and in the order in which an edital tells it. */

const cents = (value: number) => BigInt(Math.round(value * 100));

function plainScore(mirror: Espelho, read: ReadEssay): { score: number; isPassed: boolean | null } {
  const active: string[] = [];
  for (const reason of mirror.zeroReasons) {
    if (reason.automatic === 'blank' && read.lines === 0) active.push(reason.key);
    if (reason.automatic === 'too_short' && read.lines !== 0 && read.minLines > read.lines) active.push(reason.key);
    if (reason.automatic === null && read.zeroReasonKeys.includes(reason.key)) active.push(reason.key);
  }
  let total = 0n;
  for (const { key, points, weight } of mirror.criteria) {
    let given = cents(read.points[key] ?? 0);
    if (given > cents(points)) given = cents(points);
    if (given < 0n) given = 0n;
    for (const { key: reason, effect } of mirror.zeroReasons) {
      if (active.includes(reason) && effect.kind === 'criterion' && effect.criterionKey === key) given = 0n;
    }
    total += given * cents(weight);
  }
  let isZero = false;
  for (const { key, effect } of mirror.zeroReasons) {
    if (!active.includes(key)) continue;
    if (effect.kind === 'zero') isZero = true;
    if (effect.kind === 'deduct') total -= cents(effect.points) * 100n;
  }
  let [top, bottom] = [total, 10_000n];
  if (mirror.rule.kind === 'errors_per_line') {
    if (read.lines === 0) isZero = true;
    const lines = BigInt(Math.max(read.lines, 1));
    [top, bottom] = [total * lines - cents(mirror.rule.factor) * 100n * BigInt(read.languageErrors), 10_000n * lines];
  }
  if (isZero || top < 0n) top = 0n;
  // Half up to two decimals.
  const score = Number((top * 200n + bottom) / (bottom * 2n)) / 100;
  return { score, isPassed: mirror.minimum === null ? null : score >= mirror.minimum };
}

/** Numbers by chance, the same in every run (mulberry32). */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    points: (least: number, most: number) => whole(Math.round(least * 100), most * 100) / 100,
    oneOf: <T>(...choices: [T, ...T[]]): T => choices[whole(0, choices.length - 1)] ?? choices[0],
    several: <T>(least: number, most: number, make: (index: number) => T): T[] =>
      Array.from({ length: whole(least, most) }, (_, index) => make(index)),
  };
}

const { whole, points, oneOf, several } = chance(48);

function randomEspelho(): Espelho {
  const criteria = several(1, 9, (index): Criterion => {
    const weight = oneOf(1, points(0.01, 5));
    return {
      key: `c${index}`,
      name: `Critério ${index}`,
      points: points(0.01, 40),
      weight,
      description: '',
      levels: [],
    };
  });
  const zeroReasons = several(0, 4, (index): ZeroReason => {
    const effect = oneOf<ZeroReason['effect']>(
      { kind: 'zero' },
      { kind: 'criterion', criterionKey: `c${whole(0, criteria.length - 1)}` },
      { kind: 'deduct', points: points(0.01, 10) },
    );
    return { key: `r${index}`, name: `Motivo ${index}`, effect, automatic: oneOf(null, 'blank', 'too_short') };
  });
  const rule = oneOf<Espelho['rule']>({ kind: 'sum' }, { kind: 'errors_per_line', factor: points(0.01, 10) });
  const minimum = oneOf(null, Math.floor(mostPoints({ criteria }) * whole(0, 100)) / 100);
  return { criteria, rule, zeroReasons, minimum };
}

const randomReading = (): ReadEssay => ({
  points: Object.fromEntries(several(0, 9, () => [`c${whole(0, 8)}`, points(-1, 45)])),
  languageErrors: whole(0, 60),
  zeroReasonKeys: ['r0', 'r1', 'r2', 'r3', 'gone'].filter(() => whole(0, 3) === 0),
  lines: oneOf(0, whole(1, 40), whole(1, 40)),
  minLines: whole(0, 25),
});

const sum = espelhoPresets[0]?.espelho as Espelho;
const cebraspe = espelhoPresets[1]?.espelho as Espelho;
const read = (about: Partial<ReadEssay>): ReadEssay => {
  return { points: {}, languageErrors: 0, zeroReasonKeys: [], lines: 30, minLines: 20, ...about };
};

describe('the score of an essay', () => {
  it('equals that of a second implementation over 10,000 random espelhos', () => {
    for (let run = 0; run < 10_000; run += 1) {
      const [mirror, reading] = [randomEspelho(), randomReading()];
      const { score, isPassed } = scoreEssay(mirror, reading);
      const plain = plainScore(mirror, reading);
      if (score !== plain.score || isPassed !== plain.isPassed)
        expect({ score, isPassed, mirror, reading }).toEqual(plain);
    }
  });

  it('is compared on espelhos that the contract accepts', () => {
    for (let run = 0; run < 300; run += 1) {
      expect(z.safeParse(espelho, randomEspelho()).error).toBeUndefined();
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
