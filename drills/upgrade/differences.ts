/** An answer of a server: JSON as a value, everything else as its bytes in a text. */
export type Answer = { status: number; type: string; body: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A value that is not an object is its own text: two of them are equal where their texts are. */
const textOf = (value: unknown) => JSON.stringify(value) ?? 'undefined';

/** The last digits of a sum depend on the order of its terms. */
const isRounding = (before: unknown, after: unknown) =>
  typeof before === 'number' &&
  typeof after === 'number' &&
  Math.abs(before - after) <= 1e-9 * Math.max(Math.abs(before), Math.abs(after));

/**
 * Where `before` holds something that `after` does not hold. A newer release may add fields to an object. It may not
 * add items to a list, change a value or leave a field out.
 */
export function missingIn(before: unknown, after: unknown, path = ''): string[] {
  if (isObject(before) && isObject(after)) {
    return Object.entries(before).flatMap(([name, value]) => missingIn(value, after[name], `${path}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [`${path}: ${before.length} items became ${after.length}`];
    return before.flatMap((value, index) => missingIn(value, after[index], `${path}[${index}]`));
  }
  if (textOf(before) === textOf(after) || isRounding(before, after)) return [];
  return [`${path}: ${textOf(before).slice(0, 80)} became ${textOf(after).slice(0, 80)}`];
}

const pathOf = (difference: string) => difference.replace(/: .*/s, '');

/**
 * The differences between the answers of two releases. Each was asked twice: what one release answers in two ways (a time, a random
 * order) is no difference between them.
 */
export function differences(before: readonly [Answer, Answer], after: readonly [Answer, Answer]): string[] {
  const [first, again] = before;
  const [newer, newerAgain] = after;
  const volatile = new Set(
    [
      ...missingIn(first.body, again.body),
      ...missingIn(again.body, first.body),
      ...missingIn(newer.body, newerAgain.body),
    ].map(pathOf),
  );
  return [
    ...(first.status === newer.status ? [] : [`status: ${first.status} became ${newer.status}`]),
    ...(first.type === newer.type ? [] : [`type: ${first.type} became ${newer.type}`]),
    ...(first.status === newer.status ? missingIn(first.body, newer.body) : []).filter(
      (difference) => !volatile.has(pathOf(difference)),
    ),
  ];
}
