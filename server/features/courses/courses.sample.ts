import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { indexEntry } from '../search/search.service.ts';
import { replaceItems } from './course-items.store.ts';
import { tellOfPublishedQuiz } from './course-news.service.ts';
import { listSampleItems, type SampleItem } from './course-sample.store.ts';
import { type CourseFields, insertCourse } from './courses.store.ts';
import { insertEnrollment } from './enrollments.store.ts';

type SampleCourse = {
  /** Fixed, so that loading twice adds nothing. */
  key: string;
  fields: Omit<CourseFields, 'instructorId' | 'imageId' | 'isPublished'>;
  choose: (items: SampleItem[]) => SampleItem[];
  /** The sample's student has begun it, and hears of its simulados. */
  isFollowed: boolean;
};

const isLaw = ({ subjects }: SampleItem) => subjects.some((name) => name.startsWith('Direito'));

/** The first lessons of every subject, in turns: a student meets all of them in the first week. */
function inTurns(items: SampleItem[], perSubject: number): SampleItem[] {
  const bySubject = Map.groupBy(items, ({ subjects }) => subjects[0] ?? '');
  return Array.from({ length: perSubject }, (_, turn) =>
    [...bySubject.values()].flatMap((lessons) => lessons.slice(turn, turn + 1)),
  ).flat();
}

const courses: SampleCourse[] = [
  {
    key: '5a3c7d10-4b5e-4c2a-9f0e-0c0d10000001',
    fields: {
      title: 'Direito para a prova de Soldado',
      description:
        'A Constituição e o Código Penal na parte que a banca cobra, aula por aula, com um simulado no fim para conferir o que ficou.',
      category: 'DIREITO',
      difficulty: 'intermediate',
      duration: 480,
    },
    choose: (items) => items.filter(isLaw),
    isFollowed: false,
  },
  {
    key: '5a3c7d10-4b5e-4c2a-9f0e-0c0d10000002',
    fields: {
      title: 'Soldado PM: o começo de cada matéria',
      description:
        'As primeiras aulas de todas as matérias, alternadas, para você conhecer a prova inteira na primeira semana. Termina com simulados comentados.',
      category: 'GERAL',
      difficulty: 'beginner',
      duration: 900,
    },
    choose: (items) => [
      ...inTurns(
        items.filter(({ kind }) => kind === 'lesson'),
        2,
      ),
      ...items.filter(({ kind }) => kind === 'quiz'),
    ],
    isFollowed: true,
  },
];

/** Two published courses made of the sample's lessons and quizzes, which have to be loaded before. */
export async function sampleCourses(
  deps: Deps,
  { teacherId, studentId }: { teacherId: string | null; studentId: string | null },
): Promise<void> {
  const items = await listSampleItems(deps.db);
  for (const { key, fields, choose, isFollowed } of courses) {
    await transact(deps, async (tx) => {
      const course = { ...fields, instructorId: teacherId, imageId: null, isPublished: true };
      const id = await insertCourse(tx, course, { key, now: deps.clock.now() });
      if (id === undefined) return;
      const chosen = choose(items);
      await replaceItems(tx, id, chosen);
      await indexEntry(tx, { kind: 'course', id, subjectId: null, title: fields.title, text: fields.description });
      if (!isFollowed || !studentId) return;
      await insertEnrollment(tx, studentId, id, deps.clock.now());
      for (const quiz of chosen.filter(({ kind }) => kind === 'quiz')) await tellOfPublishedQuiz(deps, tx, quiz);
    });
  }
}
