import { DAY_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { removeEntry } from '#server/features/platform/search/search.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import {
  deleteRatingsOf,
  deleteSampleCourses,
  listSampleCourses,
  listSampleItems,
  markSampleCourses,
  type SampleCourseRow,
  type SampleItem,
} from './course-sample.store.ts';
import { addCourse, changeItems } from './courses.service.ts';
import type { CourseFields } from './courses.store.ts';
import { insertEnrollment } from './enrollments.store.ts';
import { replaceRating } from './ratings.store.ts';

type SampleCourse = {
  /** Fixed, so that loading twice adds nothing. */
  key: string;
  daysAgo: number;
  fields: Omit<CourseFields, 'instructorId' | 'imageId'>;
  choose: (items: SampleItem[]) => SampleItem[];
  /** The title over an item; left out: the course is one list. */
  moduleOf?: (item: SampleItem, place: number) => string;
};

const isOf =
  (...wanted: string[]) =>
  ({ kind, subjects }: SampleItem) =>
    kind === 'lesson' && subjects.some((name) => wanted.includes(name));
const isQuizOn =
  (wanted: string) =>
  ({ kind, subjects }: SampleItem) =>
    kind === 'quiz' && subjects.includes(wanted);
/** The lessons of a subject, and the quiz that asks about them. */
const whole = (subject: string) => (items: SampleItem[]) => [
  ...items.filter(isOf(subject)),
  ...items.filter(isQuizOn(subject)),
];

/** The first lessons of every subject, in turns: a student meets all of them in the first week. */
function inTurns(items: SampleItem[], perSubject: number): SampleItem[] {
  const bySubject = Map.groupBy(items, ({ subjects }) => subjects[0] ?? '');
  return Array.from({ length: perSubject }, (_, turn) =>
    [...bySubject.values()].flatMap((lessons) => lessons.slice(turn, turn + 1)),
  ).flat();
}

/** One lesson of each in a turn. */
const SUBJECTS = 5;

const key = (serial: number) => `5a3c7d10-4b5e-4c2a-9f0e-0c0d1000000${serial}`;

const courses: SampleCourse[] = [
  {
    key: key(2),
    daysAgo: 80,
    fields: {
      title: 'Soldado PM: o começo de cada matéria',
      description:
        'As primeiras aulas de todas as matérias, alternadas, para você conhecer a prova inteira na primeira semana. Termina com simulados comentados.',
      category: 'GERAL',
      difficulty: 'beginner',
      duration: 900,
      isPublished: true,
    },
    choose: (items) => [
      ...inTurns(
        items.filter(({ kind }) => kind === 'lesson'),
        2,
      ),
      ...items.filter(({ kind }) => kind === 'quiz'),
    ],
    moduleOf: ({ kind }, place) =>
      kind === 'quiz' ? 'Para conferir' : place < SUBJECTS ? 'Primeira volta' : 'Segunda volta',
  },
  {
    key: key(1),
    daysAgo: 66,
    fields: {
      title: 'Direito para a prova de Soldado',
      description:
        'A Constituição e o Código Penal na parte que a banca cobra, aula por aula, com um simulado no fim para conferir o que ficou.',
      category: 'DIREITO',
      difficulty: 'intermediate',
      duration: 480,
      isPublished: true,
    },
    choose: (items) => [
      ...items.filter(isOf('Direito Constitucional', 'Direito Penal')),
      ...items.filter(isQuizOn('Direito Constitucional')),
    ],
    moduleOf: ({ kind, subjects }) => (kind === 'quiz' ? 'Para conferir' : (subjects[0] ?? '')),
  },
  {
    key: key(3),
    daysAgo: 73,
    fields: {
      title: 'Português sem decoreba',
      description:
        'Interpretação, crase, concordância e vírgula pelo raciocínio que resolve a questão, e não pela lista de exceções.',
      category: 'PORTUGUÊS',
      difficulty: 'beginner',
      duration: 240,
      isPublished: true,
    },
    choose: whole('Português'),
  },
  {
    key: key(4),
    daysAgo: 58,
    fields: {
      title: 'Raciocínio Lógico para quem travou na matemática',
      description:
        'Proposições, porcentagem e sequências do zero, com o passo a passo que cabe no tempo da prova. O simulado mede o resultado.',
      category: 'MATEMÁTICA',
      difficulty: 'beginner',
      duration: 180,
      isPublished: true,
    },
    choose: whole('Raciocínio Lógico'),
  },
  {
    key: key(5),
    daysAgo: 41,
    fields: {
      title: 'História do Brasil República',
      description:
        'Da República Velha à Constituição de 1988 em três aulas, com a linha do tempo que a banca embaralha nas alternativas.',
      category: 'HISTÓRIA',
      difficulty: 'intermediate',
      duration: 200,
      isPublished: true,
    },
    choose: whole('História do Brasil'),
  },
  {
    key: key(6),
    daysAgo: 2,
    fields: {
      title: 'Legislação Especial em quatro leis',
      description:
        'Maria da Penha, Desarmamento, Drogas e Abuso de Autoridade. Publico quando o simulado ficar pronto.',
      category: 'DIREITO',
      difficulty: 'advanced',
      duration: null,
      isPublished: false,
    },
    choose: (items) => items.filter(isOf('Direito Penal')).slice(0, 1),
  },
];

/** Five published courses made of the sample's lessons and quizzes, which have to be loaded before, and a draft. */
export async function sampleCourses(deps: Deps, teacher: SessionUser): Promise<void> {
  const items = await listSampleItems(deps.db);
  const now = deps.clock.now().getTime();
  for (const { key: creationKey, daysAgo, fields, choose, moduleOf } of courses) {
    const then = silentDepsAt(deps, new Date(now - daysAgo * DAY_MS));
    const { made: course, isNew } = await addCourse(then, teacher, {
      ...fields,
      imageUrl: null,
      instructorId: teacher.id,
      creationKey,
    });
    if (!isNew) continue;
    const chosen = choose(items).map((item, place) => {
      const module = moduleOf?.(item, place);
      return { kind: item.kind, id: item.id, ...(module ? { module } : {}) };
    });
    await changeItems(then, teacher, course.id, { items: chosen, version: course.version });
  }
  await markCourses(deps.db, teacher.id);
}

export const markCourses = (db: Db | Tx, instructorId: string) => markSampleCourses(db, instructorId);

/** The published ones with the lessons that they hold, in the order in which students meet them. */
export const readSampleCourses = (deps: Deps): Promise<SampleCourseRow[]> => listSampleCourses(deps.db);
export type { SampleCourseRow };

export type SampleStay = { userId: string; courseId: number; at: Date; stars?: { given: number; at: Date } };

/** Who follows which course since when, and what they think of it. */
export async function sampleStays(deps: Deps, stays: readonly SampleStay[]): Promise<void> {
  await transact(deps, async (tx) => {
    for (const { userId, courseId, at, stars } of stays) {
      await insertEnrollment(tx, userId, courseId, at);
      if (stars) await replaceRating(tx, { userId, courseId, stars: stars.given, now: stars.at });
    }
  });
}

export const forgetSampleRatings = (tx: Tx, userIds: readonly string[]) => deleteRatingsOf(tx, userIds);

/** In the removal's transaction, first of the content: what a course that stays is made of stays with it. */
export async function removeSampleCourses(tx: Tx, loadedAt: Date): Promise<{ removed: number; kept: number }> {
  const { removed, kept } = await deleteSampleCourses(tx, loadedAt);
  for (const id of removed) await removeEntry(tx, 'course', id);
  return { removed: removed.length, kept };
}
