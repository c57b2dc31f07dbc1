import { expect, it } from 'vitest';
import { folded } from '#web/lib/folded.ts';
import { groupLessons, studyRows } from './study-rows.ts';

const subjects = [
  { id: 1, name: 'Direito', lessonCount: 2 },
  { id: 2, name: 'Português', lessonCount: 1 },
  { id: 3, name: 'Vazia', lessonCount: 0 },
];
const lesson = (id: number, subjectId: number | null, title: string) => ({
  id,
  subjectId,
  topicId: null,
  title,
  published: true as const,
  authorId: null,
  readingMinutes: 3,
  createdAt: `2026-11-0${id}T12:00:00.000Z`,
});
// As the server sends them: newest first.
const lessons = [lesson(4, null, 'Órfã'), lesson(3, 1, 'Art. 144'), lesson(2, 2, 'Crase'), lesson(1, 1, 'Ação penal')];
const groups = groupLessons(lessons, subjects);
const standing = new Map([[1, { position: 1, completedAt: '2026-11-10T00:00:00.000Z' }]]);
const names = (rows: ReturnType<typeof studyRows>) =>
  rows.map((row) => (row.kind === 'subject' ? `${row.name} ${row.done}/${row.total}` : row.lesson.title));
const all = { subjectId: null, search: '' };

it('lessons are grouped by subject, oldest first, without empty subjects', () => {
  expect(names(studyRows(groups, standing, all))).toEqual([
    'Direito 1/2',
    'Ação penal',
    'Art. 144',
    'Português 0/1',
    'Crase',
    'Sem matéria 0/1',
    'Órfã',
  ]);
});

it('filters titles without regard to case and accents, in every tab', () => {
  expect(names(studyRows(groups, standing, { ...all, search: ' ACAO ' }))).toEqual(['Direito 1/2', 'Ação penal']);
  expect(names(studyRows(groups, standing, { subjectId: 2, search: 'acao' }))).toEqual([]);
  expect(names(studyRows(groups, standing, { subjectId: 2, search: 'rás' }))).toEqual(['Português 0/1', 'Crase']);
  expect(studyRows(groups, standing, { subjectId: 3, search: '' })).toEqual([]);
});

it('a row says whether its lesson is done', () => {
  const [, first] = studyRows(groups, standing, all);
  expect(first).toMatchObject({ done: true, position: 1, isLast: false });
});

it('a search among ten thousand lessons takes less than 200 ms of CPU time', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => lesson(i + 1, (i % 3) + 1, `Lição número ${i} de raciocínio`));
  const grouped = groupLessons(many, subjects);
  // The CPU's time, not the clock's; what a test runner does beside it included.
  const before = process.cpuUsage();
  expect(studyRows(grouped, standing, { ...all, search: 'numero 9999' })).toHaveLength(2);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200);
  expect(folded('  Ênfase   À ')).toBe('enfase a');
});
