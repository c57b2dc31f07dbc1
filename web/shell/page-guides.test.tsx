import { expect, it } from 'vitest';
import { partsFor } from '#web/features/school/help/guide-parts.ts';
import type { Reader } from '#web/features/school/help/guides.ts';
import { partAbout } from '#web/features/school/help/page-guides.ts';
import { schoolRoutes } from '#web/school-routes.tsx';
import { userRoutes } from '#web/user-routes.tsx';

const everybody: Reader[] = ['student'];
const readersOf: Record<string, Reader[]> = {
  teacher: ['student', 'teacher'],
  publish: ['student', 'teacher'],
  office: ['student', 'admin'],
  admin: ['student', 'teacher', 'admin'],
};

it('every page of the table of pages leads to a part of the guides, for each role that may open it', () => {
  const missing = [...userRoutes, ...schoolRoutes]
    .filter(({ path }) => path !== '*')
    .filter(({ path, guard }) => {
      const readers = guard === undefined ? [everybody, ...Object.values(readersOf)] : [readersOf[guard] ?? []];
      return readers.some((theirs) => !partAbout(path.replaceAll(/:\w+/g, '7'), theirs));
    })
    .map(({ path }) => path);
  expect(missing).toEqual([]);
});

it('chooses the part of the most exact path, and the guide closest to the reader', () => {
  const anchorAt = (path: string, ...theirs: Reader[]) => {
    const about = partAbout(path, theirs);
    return about && `${about.reader} ${about.part.anchor}`;
  };
  expect(anchorAt('/teacher/quizzes/7/statistics', 'student', 'teacher')).toBe('teacher simulados-estatisticas');
  expect(anchorAt('/teacher/quizzes/bank/7', 'student', 'teacher')).toBe('teacher simulados-banco-de-questoes');
  expect(anchorAt('/quizzes/7', 'student', 'teacher')).toBe('student simulados-comecar');
  expect(anchorAt('/settings/exam-time', 'student')).toBe('student aulas-leis-e-cartoes-tempo-a-mais-em-provas');
  expect(anchorAt('/admin/system', 'student')).toBeUndefined();
  expect(anchorAt('/nowhere', 'student')).toBeUndefined();
});

it('every part of a guide has a unique address on the page', () => {
  for (const reader of ['student', 'teacher', 'admin'] as const) {
    const anchors = partsFor(reader).map(({ anchor }) => anchor);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  }
});
