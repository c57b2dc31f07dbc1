import type { QuestionStatistics } from '#contract/exams/quiz-statistics.ts';

export type Item = QuestionStatistics & { number: number };
export type SortKey = 'worst' | 'number' | 'right' | 'discrimination' | 'blank' | 'time';
export type Order = { by: SortKey; isDescending: boolean };

/** The initial sort order of each column: what needs attention comes first. */
const firstOrders: Record<SortKey, boolean> = {
  worst: false,
  number: false,
  right: false,
  discrimination: false,
  blank: true,
  time: true,
};

export const worstFirst: Order = { by: 'worst', isDescending: false };

/** The same column again turns the order round. */
export const nextOrder = (now: Order, by: SortKey): Order => ({
  by,
  isDescending: now.by === by ? !now.isDescending : firstOrders[by],
});

const weights = { suspect_key: 8, negative_discrimination: 4, wrong_preferred: 2, unused_option: 1 };
const weightOf = ({ suspicions }: Item) => suspicions.reduce((sum, one) => sum + weights[one], 0);

const values: Record<Exclude<SortKey, 'worst'>, (item: Item) => number | null> = {
  number: ({ number }) => number,
  right: ({ shareRight }) => shareRight,
  discrimination: ({ discrimination }) => discrimination,
  blank: ({ shareBlank }) => shareBlank,
  time: ({ medianSeconds }) => medianSeconds,
};

/** Unknown values come last in both directions. */
const compare = (one: number | null, other: number | null, isDescending: boolean): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return isDescending ? other - one : one - other;
};

/** Worst first: most flags, then lowest discrimination, then lowest share of correct answers. */
const byWorst = (one: Item, other: Item): number =>
  weightOf(other) - weightOf(one) ||
  compare(one.discrimination, other.discrimination, false) ||
  compare(one.shareRight, other.shareRight, false);

export function ordered(items: readonly QuestionStatistics[], { by, isDescending }: Order): Item[] {
  const numbered = items.map((item, place) => ({ ...item, number: place + 1 }));
  if (by === 'worst') return numbered.toSorted((one, other) => byWorst(one, other) || one.number - other.number);
  const measure = values[by];
  return numbered.toSorted(
    (one, other) => compare(measure(one), measure(other), isDescending) || one.number - other.number,
  );
}
