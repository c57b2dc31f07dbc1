import { expect, it } from 'vitest';
import { splitSubjects, TABS_MAX } from './study-tabs.ts';

const many = Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `Matéria ${index + 1}` }));
const ids = (subjects: { id: number }[]) => subjects.map(({ id }) => id);

it('subjects with lessons have tabs, and the others are in the menu', () => {
  const { tabs, others } = splitSubjects(
    many.slice(0, 4),
    [{ subjectId: 3 }, { subjectId: 1 }, { subjectId: null }],
    null,
  );
  expect(ids(tabs)).toEqual([1, 3]);
  expect(ids(others)).toEqual([2, 4]);
});

it('with many subjects, those with the most lessons have a tab, in the order of the subjects', () => {
  const lessons = many.flatMap(({ id }) => Array.from({ length: id > 290 ? 2 : 1 }, () => ({ subjectId: id })));
  const { tabs, others } = splitSubjects(many, lessons, null);
  expect(ids(tabs)).toEqual([1, 2, 291, 292, 293, 294, 295, 296, 297, 298, 299, 300]);
  expect(tabs).toHaveLength(TABS_MAX);
  expect(others).toHaveLength(300 - TABS_MAX);
});

it('the chosen subject has a tab, whatever it holds', () => {
  expect(ids(splitSubjects(many.slice(0, 3), [{ subjectId: 1 }], 2).tabs)).toEqual([1, 2]);
});
