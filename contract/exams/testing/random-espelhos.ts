import { type Criterion, type Espelho, mostPoints, type ReadEssay, type ZeroReason } from '../espelho.ts';

/* A second implementation of the score, in fractions of big integers and in the order of an edital. */

export const cents = (value: number) => BigInt(Math.round(value * 100));

export function plainScore(mirror: Espelho, read: ReadEssay): { score: number; isPassed: boolean | null } {
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

/** Seeded random numbers (mulberry32). */
export function chance(seed: number) {
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

export type Chance = ReturnType<typeof chance>;

export function randomEspelho({ whole, points, oneOf, several }: Chance): Espelho {
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

export const randomReading = ({ whole, points, oneOf, several }: Chance): ReadEssay => ({
  points: Object.fromEntries(several(0, 9, () => [`c${whole(0, 8)}`, points(-1, 45)])),
  languageErrors: whole(0, 60),
  zeroReasonKeys: ['r0', 'r1', 'r2', 'r3', 'gone'].filter(() => whole(0, 3) === 0),
  lines: oneOf(0, whole(1, 40), whole(1, 40)),
  minLines: whole(0, 25),
});
