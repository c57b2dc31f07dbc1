import type { BodyOf } from '#contract/endpoint.ts';
import { LESSON_QUESTIONS_DRAWN, LESSON_QUESTIONS_MIN } from '#contract/limits.ts';
import type { startPractice } from '#contract/study/practice.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { lessonForQuestions } from '#server/features/content/lessons/lesson-questions.service.ts';
import { readUnderWay, withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readPracticeSource } from '#server/features/exams/mock-exams/taking/practice-source.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { practising } from './free-practice.service.ts';
import { nothingToPractise } from './nothing-to-practise.ts';
import { findOpenAtLesson } from './practice.store.ts';
import {
  drawFreeQuestions,
  type LessonQuestionCounts,
  lessonQuestionCounts,
  listFreeAmong,
  listWrongQuestions,
} from './practice-pool.store.ts';

/** Which questions a practice is made of. */

export const takeFirst = () =>
  new AppError('attempt_open', 'Finalize o simulado que está em andamento antes de treinar.', { status: 'open' });

export type Start = BodyOf<typeof startPractice>;

export async function planFor(deps: Deps, user: SessionUser, kind: 'training' | 'mistakes', quizId: number) {
  const closed = await boughtFault(deps.db, user, { kind: 'quiz', id: quizId }, deps.clock.now());
  if (closed) throw closed;
  const source = await readPracticeSource(deps, user, quizId);
  if (source.isBeingTaken) throw takeFirst();
  const { title, shuffleOptions } = source;
  return {
    quizId,
    choose: async () => {
      if (kind === 'training') {
        if (!source.mayPractise) throw nothingToPractise('O treino abre depois que você finaliza este simulado.');
        const questions = await source.questions();
        if (questions.length === 0) throw nothingToPractise('Este simulado está sem questões no momento.');
        return { title, shuffleOptions, questions };
      }
      const underWay = await readUnderWay(deps.db, user.id, deps.clock.now());
      const questions = await listWrongQuestions(deps.db, user.id, quizId, [...underWay.keys()]);
      if (questions.length === 0) throw nothingToPractise('Não há questões erradas para refazer neste simulado.');
      return { title, shuffleOptions, questions };
    },
  };
}

type LessonOfQuestions = NonNullable<Awaited<ReturnType<typeof lessonForQuestions>>>;

/**
 * What the author chose, as far as it may be asked. Where simulados that are still to be taken leave too little of it,
 * some of the lesson's topic, else of its subject.
 */
function sourceAtLesson(
  { questionIds, topicId, subjectId }: LessonOfQuestions,
  counts: LessonQuestionCounts,
): 'chosen' | 'topic' | 'subject' {
  if (counts.chosen >= LESSON_QUESTIONS_MIN) return 'chosen';
  const isWhole = questionIds.length === counts.chosen;
  if (topicId === null) return subjectId === null || isWhole ? 'chosen' : 'subject';
  if (counts.ofTopic >= LESSON_QUESTIONS_MIN || subjectId === null) return 'topic';
  // Nothing is withheld: the lesson has no more questions than these.
  return isWhole && counts.ofTopicWithWithheld <= counts.ofTopic ? 'topic' : 'subject';
}

async function lessonSource(deps: Deps, user: SessionUser, lessonId: number) {
  const now = deps.clock.now();
  const who = { userId: user.id, ...withheldReads(user.id, now), today: dayOf(now) };
  const limits = { lessonId, most: LESSON_QUESTIONS_DRAWN, enough: LESSON_QUESTIONS_MIN };
  const [lesson, rows] = await Promise.all([
    lessonForQuestions(deps.db, lessonId),
    readAsOne(deps.db, { counts: lessonQuestionCounts(who, limits) }),
  ]);
  if (!lesson) throw notFound('Aula não encontrada.');
  const [counts] = rows.counts;
  if (!counts) throw new Error('Counts are one row.');
  return { lesson, counts, source: sourceAtLesson(lesson, counts) };
}

async function questionsAtLesson(deps: Deps, user: SessionUser, lessonId: number) {
  const [{ lesson, source }, who] = await Promise.all([lessonSource(deps, user, lessonId), practising(deps, user)]);
  if (source === 'chosen') return { lesson, questions: await listFreeAmong(deps.db, who, lesson.questionIds) };
  const { topicId, subjectId } = lesson;
  const among =
    source === 'topic' && topicId !== null
      ? { topicIds: [topicId] }
      : { topicIds: [], subjectId: subjectId ?? undefined };
  const choice = { ...among, sources: [], difficulties: [] };
  return { lesson, questions: await drawFreeQuestions(deps.db, who, choice, LESSON_QUESTIONS_DRAWN) };
}

export async function chooseForLesson(deps: Deps, user: SessionUser, lessonId: number) {
  const closed = await boughtFault(deps.db, user, { kind: 'lesson', id: lessonId }, deps.clock.now());
  if (closed) throw closed;
  const { lesson, questions } = await questionsAtLesson(deps, user, lessonId);
  if (questions.length < LESSON_QUESTIONS_MIN) throw nothingToPractise('Não há questões desta aula no momento.');
  return { title: `Aula: ${lesson.title}`, shuffleOptions: false, questions };
}

export async function readLessonPractice(deps: Deps, user: SessionUser, lessonId: number) {
  const [{ counts, source }, open] = await Promise.all([
    lessonSource(deps, user, lessonId),
    findOpenAtLesson(deps.db, user.id, lessonId),
  ]);
  const count = { chosen: counts.chosen, topic: counts.ofTopic, subject: counts.ofSubject }[source];
  return {
    count: count < LESSON_QUESTIONS_MIN ? 0 : count,
    of: source === 'subject' ? ('subject' as const) : ('lesson' as const),
    open: open?.id ?? null,
  };
}

/** The same for a student without a network; a lesson that is gone, or has too few of them, has none. */
export async function listLessonQuestions(deps: Deps, user: SessionUser, lessonId: number) {
  if (!(await lessonForQuestions(deps.db, lessonId))) return [];
  const { questions } = await questionsAtLesson(deps, user, lessonId);
  return questions.length < LESSON_QUESTIONS_MIN ? [] : questions;
}
