import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Askable, firstAskable } from './askable.ts';
import { type FreshChoices, inOrderOfWorth } from './fresh-order.ts';

const everything = { mayCome: () => true, answered: new Map<number, number>() };

describe('new questions', () => {
  test('come by what the exam asks of their topic for what was answered of it, then one of each subject in turn', () => {
    const choices: FreshChoices = {
      ...everything,
      byTopic: new Map([
        [1, [10, 11, 12]],
        [2, [20, 21]],
      ]),
      bySubject: [
        [10, 11, 12, 30, 31],
        [20, 21, 40],
      ],
      worth: new Map([
        [1, 6],
        [2, 3],
      ]),
    };
    expect(inOrderOfWorth(choices, 9)).toEqual([10, 20, 11, 12, 21, 30, 40, 31]);
    expect(inOrderOfWorth({ ...choices, answered: new Map([[1, 5]]) }, 3)).toEqual([20, 21, 10]);
    expect(inOrderOfWorth({ ...choices, worth: new Map() }, 4)).toEqual([10, 20, 11, 21]);
  });
});

/** A bank in which only some questions may be asked, with a count of the lookups. */
function bankOf(askableIds: ReadonlySet<number>) {
  const known = new Map<number, { questionId: number } | null>();
  let looks = 0;
  const askable = {
    get: (id: number) => known.get(id),
    look: async (ids: Iterable<number>) => {
      looks += 1;
      for (const id of ids) known.set(id, askableIds.has(id) ? { questionId: id } : null);
    },
  } as unknown as Askable;
  return { askable, looks: () => looks };
}

test('what is looked up is what a filter over everything would give, with few looks', async () => {
  const topics = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      topics,
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 400 }),
      fc.integer({ min: 0, max: 40 }),
      async (lists, open, count) => {
        const seen = new Set<number>();
        const own = lists.map((ids) => ids.filter((id) => !seen.has(id) && seen.add(id)).sort((a, b) => a - b));
        const isOpen = new Set(open);
        const choices = {
          ...everything,
          byTopic: new Map(own.map((ids, at) => [at, ids])),
          bySubject: own,
          worth: new Map(own.map((_, at) => [at, (at % 3) + 0.5])),
        };
        const { askable, looks } = bankOf(isOpen);
        const found = await firstAskable(askable, count, (most) =>
          inOrderOfWorth({ ...choices, mayCome: (id) => askable.get(id) !== null }, most),
        );
        const filtered = inOrderOfWorth({ ...choices, mayCome: (id) => isOpen.has(id) }, count);
        expect(found.map(({ questionId }) => questionId)).toEqual(filtered);
        expect(looks()).toBeLessThan(12);
      },
    ),
  );
});
