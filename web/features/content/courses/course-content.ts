import type { CourseDetail, ItemRef } from '#contract/content/courses.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Joining, Snapshot } from '#web/lib/editing.ts';
import { mergeRows } from '#web/lib/merge.ts';

export type ContentItem = Pick<ItemRef, 'kind' | 'id'> & {
  title: string;
  /** The title over it and its neighbours with the same; '': none. */
  module: string;
};

export const keyOf = ({ kind, id }: Pick<ItemRef, 'kind' | 'id'>) => `${kind}${id}`;

/** The list with one item moved, in the module of its neighbour; the same list when nothing moves. */
export function moved(items: ContentItem[], from: number, to: number): ContentItem[] {
  const item = items[from];
  if (!item || from === to || to < 0 || to >= items.length) return items;
  const rest = items.filter((_, place) => place !== from);
  // At the front it joins the first module; moved down, that of the item before it; moved up, that of the item after
  // it.
  const neighbour = to === 0 || to < from ? rest[to] : rest[to - 1];
  return [...rest.slice(0, to), { ...item, module: neighbour?.module ?? item.module }, ...rest.slice(to)];
}

/** A name that no module has yet: two with one name that touch would be one. */
export function freshModuleName(items: readonly ContentItem[]): string {
  const taken = new Set(items.map(({ module }) => module));
  for (let number = 1; ; number += 1) if (!taken.has(`Módulo ${number}`)) return `Módulo ${number}`;
}

/** From this item to the end of its module all get another title; '' joins them to the module above. */
export function retitled(items: ContentItem[], from: number, title: string): ContentItem[] {
  const old = items[from]?.module;
  const after = items.findIndex((item, place) => place > from && item.module !== old);
  const end = after === -1 ? items.length : after;
  return items.map((item, place) => (place >= from && place < end ? { ...item, module: title } : item));
}

/** What a course is made of, as it is edited. */
export type CourseContent = { items: ContentItem[] };

export const contentOf = ({ items, version, updatedAt }: CourseDetail): Snapshot<CourseContent> => ({
  value: { items: items.map(({ kind, id, title, module }) => ({ kind, id, title, module })) },
  revision: version,
  savedAt: updatedAt,
});

/** What either side added is in, what either side took away is out. */
export const contentJoining: Pick<Joining<CourseContent>, 'merge'> = {
  merge: (base, mine, theirs) => ({
    value: {
      items: mergeRows({
        base: base?.items ?? null,
        mine: mine.items,
        theirs: theirs.items,
        nameOf: keyOf,
        // A title that only one side changed is that side's.
        merge: (before, mine, their) => ({
          ...their,
          module: their.module === before?.module ? mine.module : their.module,
        }),
      }),
    },
    clashes: [],
  }),
};

export const contentLines = ({ items }: CourseContent): Line[] => [
  {
    name: 'items',
    label: 'Conteúdo, em ordem',
    text: items.map(({ title, module }, place) => `${place + 1}. ${module ? `${module}: ` : ''}${title}`).join('\n'),
  },
];
