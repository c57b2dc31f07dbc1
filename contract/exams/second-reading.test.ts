import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Espelho, type ReadEssay, scoreEssay } from './espelho.ts';
import { espelhoPresets } from './espelho-presets.ts';
import { emptyCorrection } from './essay-corrections.ts';
import {
  countedReadings,
  type FinishedReading,
  finalMarkRules,
  finalReading,
  isDiscrepant,
  type SecondReading,
} from './second-reading.ts';
import { cents, chance, plainScore, randomEspelho, randomReading } from './testing/random-espelhos.ts';

/* A second implementation: whole numbers of hundredths, one branch per sentence of an edital. */

const away = (first: bigint, second: bigint) => (first > second ? first - second : second - first);
const scoreCents = (mirror: Espelho, read: ReadEssay) => cents(plainScore(mirror, read).score);

function isAnnulled(mirror: Espelho, read: ReadEssay): boolean {
  for (const { key, automatic, effect } of mirror.zeroReasons) {
    if (effect.kind !== 'zero') continue;
    if (automatic === 'blank' && read.lines === 0) return true;
    if (automatic === 'too_short' && read.lines > 0 && read.lines < read.minLines) return true;
    if (automatic === null && read.zeroReasonKeys.includes(key)) return true;
  }
  return false;
}

function plainDiscrepancy(rule: SecondReading, mirror: Espelho, first: ReadEssay, second: ReadEssay): boolean {
  if (isAnnulled(mirror, first) !== isAnnulled(mirror, second)) return true;
  if (isAnnulled(mirror, first)) return false;
  if (away(scoreCents(mirror, first), scoreCents(mirror, second)) > cents(rule.totalLimit)) return true;
  if (rule.criterionLimit === null) return false;
  for (const { key } of mirror.criteria) {
    const distance = away(cents(first.points[key] ?? 0), cents(second.points[key] ?? 0));
    if (distance > cents(rule.criterionLimit)) return true;
  }
  return false;
}

/** Whose readings count: those of two who agree, of the third one, or of the closest two on the side of the majority. */
function plainCounted(
  rule: SecondReading,
  mirror: Espelho,
  [first, second, third]: [ReadEssay, ReadEssay, ReadEssay],
): ReadEssay[] {
  if (!plainDiscrepancy(rule, mirror, first, second)) return [first, second];
  if (rule.finalMark === 'third_decides') return [third];
  const [isFirst, isSecond, isThird] = [first, second, third].map((one) => isAnnulled(mirror, one));
  if (isFirst === isSecond && isSecond !== isThird) return [first, second];
  if (isFirst === isThird && isThird !== isSecond) return [first, third];
  if (isSecond === isThird && isThird !== isFirst) return [second, third];
  const [a, b, c] = [scoreCents(mirror, first), scoreCents(mirror, second), scoreCents(mirror, third)];
  let [best, sum, counted] = [away(a, b), a + b, [first, second]];
  if (away(a, c) < best || (away(a, c) === best && a + c > sum)) {
    [best, sum, counted] = [away(a, c), a + c, [first, third]];
  }
  if (away(b, c) < best || (away(b, c) === best && b + c > sum)) counted = [second, third];
  return counted;
}

/** The final mark of a history, in hundredths, and how many people read. */
function plainFinal(rule: SecondReading, mirror: Espelho, history: [ReadEssay, ReadEssay, ReadEssay]) {
  const counted = plainCounted(rule, mirror, history);
  const [one, other = one] = counted as [ReadEssay, ReadEssay?];
  const half = (first: bigint, second: bigint) => (first + second + 1n) / 2n;
  const points: Record<string, bigint> = {};
  for (const { key } of mirror.criteria) {
    const [given, second] = [one.points[key], other.points[key]];
    if (given !== undefined || second !== undefined) points[key] = half(cents(given ?? 0), cents(second ?? 0));
  }
  return {
    score: half(scoreCents(mirror, one), scoreCents(mirror, other)),
    readers: plainDiscrepancy(rule, mirror, history[0], history[1]) ? 3 : 2,
    reasons: one.zeroReasonKeys.filter((key) => other.zeroReasonKeys.includes(key)).toSorted(),
    points,
    languageErrors: Number((BigInt(one.languageErrors) + BigInt(other.languageErrors)) / 2n),
  };
}

const read = (mirror: Espelho, reading: ReadEssay): FinishedReading => ({
  correction: { ...emptyCorrection, ...reading, zeroReasonKeys: [...reading.zeroReasonKeys] },
  result: { ...scoreEssay(mirror, reading), lines: reading.lines },
});

/** What the server does with the finished readings of an essay, one after the other. */
function finalOf(rule: SecondReading, mirror: Espelho, readings: [FinishedReading, FinishedReading, FinishedReading]) {
  const isThirdNeeded = isDiscrepant(rule, mirror, [readings[0], readings[1]]);
  const counted = countedReadings(mirror, rule.finalMark, isThirdNeeded ? readings : readings.slice(0, 2));
  return { ...finalReading(mirror, counted), readers: isThirdNeeded ? 3 : 2 };
}

const mirror = espelhoPresets[0]?.espelho as Espelho;
const rule: SecondReading = { totalLimit: 2, criterionLimit: 1.5, finalMark: 'closest_two' };
/** A reading with these points for the first two criteria. */
const reading = (tema: number, estrutura: number, change: Partial<ReadEssay> = {}) =>
  read(mirror, {
    points: { tema, estrutura },
    languageErrors: 0,
    zeroReasonKeys: [],
    lines: 30,
    minLines: 20,
    ...change,
  });

describe('the final mark of several readers', () => {
  it('equals that of a second implementation over 10,000 random espelhos and histories', () => {
    const random = chance(4848);
    const seen = { two: 0, three: 0 };
    for (let run = 0; run < 10_000; run += 1) {
      const espelho = randomEspelho(random);
      const { lines, minLines } = randomReading(random);
      const near = randomReading(random);
      const one = () => {
        // Half of the readers agree nearly, so that both ways are walked.
        const other = random.whole(0, 1) === 0 ? near : randomReading(random);
        const points = Object.entries(other.points).map(([key, given]) => [key, Math.max(0, given)]);
        return { ...other, points: Object.fromEntries(points), lines, minLines };
      };
      const history: [ReadEssay, ReadEssay, ReadEssay] = [one(), one(), one()];
      const rules: SecondReading = {
        totalLimit: random.points(0, 30),
        criterionLimit: random.oneOf(null, random.points(0, 30)),
        finalMark: random.oneOf(...finalMarkRules),
      };
      const [a, b, c] = history.map((each) => read(espelho, each)) as [
        FinishedReading,
        FinishedReading,
        FinishedReading,
      ];
      const final = finalOf(rules, espelho, [a, b, c]);
      const plain = plainFinal(rules, espelho, history);
      seen[plain.readers === 2 ? 'two' : 'three'] += 1;
      const { correction } = final;
      const made: typeof plain = {
        score: cents(final.result.score),
        readers: final.readers,
        reasons: correction.zeroReasonKeys.toSorted(),
        points: Object.fromEntries(Object.entries(correction.points).map(([key, given]) => [key, cents(given)])),
        languageErrors: correction.languageErrors,
      };
      if (!isDeepStrictEqual(made, plain)) expect({ espelho, history, rules, ...made }).toEqual(plain);
      const isPassed = espelho.minimum === null ? null : plain.score >= cents(espelho.minimum);
      if (final.result.isPassed !== isPassed) expect({ espelho, final }).toEqual({ isPassed });
    }
    expect(seen.two).toBeGreaterThan(2000);
    expect(seen.three).toBeGreaterThan(2000);
  });

  it('needs a third reader above the limits, and not at them', () => {
    const needs = (...[first, second]: [FinishedReading, FinishedReading]) =>
      isDiscrepant(rule, mirror, [first, second]);
    expect(needs(reading(4, 3), reading(3, 2))).toBe(false);
    expect(needs(reading(4, 3), reading(2.99, 2))).toBe(true);
    expect(needs(reading(4, 2), reading(2.5, 3.5))).toBe(false);
    expect(needs(reading(4, 2), reading(2.49, 3.5))).toBe(true);
    const wide = { ...rule, criterionLimit: null };
    expect(isDiscrepant(wide, mirror, [reading(5, 0), reading(0, 4)])).toBe(false);
  });

  it('needs a third reader when only one of the two annulled the essay, whatever the scores', () => {
    const annulled = reading(0, 0, { zeroReasonKeys: ['fuga-ao-tema'] });
    expect(isDiscrepant(rule, mirror, [annulled, reading(0, 0)])).toBe(true);
    expect(isDiscrepant(rule, mirror, [annulled, annulled])).toBe(false);
  });

  it('is the mean of the two closest, of equal pairs the better one, or that of the third reader', () => {
    const readings = [reading(1, 0), reading(5, 0), reading(3, 0)];
    const score = (finalMark: SecondReading['finalMark'], of = readings) =>
      finalReading(mirror, countedReadings(mirror, finalMark, of)).result.score;
    expect(score('closest_two')).toBe(4);
    expect(score('closest_two', [reading(1, 0), reading(5, 0), reading(2, 0)])).toBe(1.5);
    expect(score('third_decides')).toBe(3);
  });

  it('lets the majority of three annul the essay or not, before it takes the closest two', () => {
    const annulled = reading(0, 0, { zeroReasonKeys: ['fuga-ao-tema'] });
    const final = (...of: FinishedReading[]) => finalReading(mirror, countedReadings(mirror, 'closest_two', of));
    // Scores 0, 5 and 1: the closest two would be the annulled one and the third.
    expect(final(annulled, reading(5, 0), reading(1, 0))).toMatchObject({
      correction: { zeroReasonKeys: [] },
      result: { score: 3, reasonKeys: [] },
    });
    expect(final(reading(0.5, 0), annulled, annulled)).toMatchObject({
      correction: { zeroReasonKeys: ['fuga-ao-tema'] },
      result: { score: 0 },
    });
  });

  it('keeps in the correction only the reasons that every reader who counts gave', () => {
    const { correction } = finalReading(mirror, [
      reading(4, 3, { zeroReasonKeys: ['fuga-ao-tema', 'identificacao'] }),
      reading(4, 3, { zeroReasonKeys: ['identificacao'] }),
    ]);
    expect(correction.zeroReasonKeys).toEqual(['identificacao']);
  });

  it('gives the student the means by criterion and the marks and words of every reader who counts', () => {
    const mark = { start: 0, end: 4, criterionKey: 'tema', comment: 'Aqui.', points: 0.5, isPraise: false };
    const words = (from: FinishedReading, comment: string, languageErrors: number): FinishedReading => ({
      ...from,
      correction: { ...from.correction, marks: [{ id: 'same', ...mark }], comment, languageErrors },
    });
    const { correction, result } = finalReading(mirror, [
      words(reading(4, 3.25), ' Boa tese. ', 2),
      words(reading(3.25, 3.26), '', 3),
    ]);
    expect(correction).toEqual({
      points: { tema: 3.63, estrutura: 3.26 },
      lines: 30,
      marks: [
        { id: '1-1', ...mark },
        { id: '2-1', ...mark },
      ],
      // Half an error is none: a review that raises points must not lower the score by it.
      languageErrors: 2,
      zeroReasonKeys: [],
      comment: 'Boa tese.',
    });
    expect(result).toMatchObject({ score: 6.88, content: 6.88, isPassed: false, lines: 30 });
  });
});
