import type { CourseDetail, ItemRef } from '../../../contract/courses.ts';
import type { Line } from '../../lib/differences.ts';
import type { Joining, Snapshot } from '../../lib/editing.ts';
import { mergeRows } from '../../lib/merge.ts';

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

/** What a course is made of, as it is edited. */
export type CourseContent = { items: ContentItem[] };

export const contentOf = ({ items, version, updatedAt }: CourseDetail): Snapshot<CourseContent> => ({
  value: { items: items.map(({ kind, id, title }) => ({ kind, id, title })) },
  revision: version,
  savedAt: updatedAt,
});

/** What either side added is in, what either side took away is out. */
export const contentJoining: Partial<Joining<CourseContent>> = {
  merge: (base, mine, theirs) => ({
    value: {
      items: mergeRows({
        base: base?.items ?? null,
        mine: mine.items,
        theirs: theirs.items,
        nameOf: keyOf,
        merge: (_, __, their) => their,
      }),
    },
    clashes: [],
  }),
};

export const contentLines = ({ items }: CourseContent): Line[] => [
  {
    name: 'items',
    label: 'Conteúdo, em ordem',
    text: items.map(({ title }, place) => `${place + 1}. ${title}`).join('\n'),
  },
];
