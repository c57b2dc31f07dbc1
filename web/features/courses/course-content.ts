import type { ItemRef } from '../../../contract/courses.ts';

export type ContentItem = ItemRef & { title: string };

export const keyOf = ({ kind, id }: ItemRef) => `${kind}${id}`;

/** The list with one item a place higher or lower; the same list where there is no such place. */
export function moved<T>(items: T[], index: number, step: -1 | 1): T[] {
  const item = items[index];
  const target = index + step;
  if (item === undefined || target < 0 || target >= items.length) return items;
  const rest = items.filter((_, place) => place !== index);
  return [...rest.slice(0, target), item, ...rest.slice(target)];
}
