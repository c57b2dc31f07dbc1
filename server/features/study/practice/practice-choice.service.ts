import type { BodyOf } from '#contract/endpoint.ts';
import { LESSON_QUESTIONS_DRAWN, LESSON_QUESTIONS_MIN } from '#contract/limits.ts';
import type { startPractice } from '#contract/study/practice.ts';
import type { Deps } from '#server/deps.ts';
import { lessonForQuestions } from '#server/features/content/lessons/lesson-questions.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readPracticeSource } from '#server/features/exams/mock-exams/taking/practice-source.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { practising } from './free-practice.service.ts';
import { nothingToPractise } from './nothing-to-practise.ts';
import { findOpenAtLesson } from './practice.store.ts';
import { type Choice, drawFreeQuestions, listFreeAmong, listWrongQuestions } from './practice-pool.store.ts';

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

/**
 * What the author chose, as far as it may be asked. Where simulados that are still to be taken leave too little of it,
 * some of the lesson's topic, else of its subject.
 */
async function questionsAtLesson(deps: Deps, user: SessionUser, lessonId: number) {
  const [lesson, who] = await Promise.all([lessonForQuestions(deps.db, lessonId), practising(deps, user)]);
  if (!lesson) throw notFound('Aula não encontrada.');
  const chosen = await listFreeAmong(deps.db, who, lesson.questionIds);
  if (chosen.length >= LESSON_QUESTIONS_MIN) return { lesson, questions: chosen, of: 'lesson' as const };
  const { topicId, subjectId } = lesson;
  const draw = (choice: Pick<Choice, 'topicIds' | 'subjectId'>, from = who) =>
    drawFreeQuestions(deps.db, from, { ...choice, sources: [], difficulties: [] }, LESSON_QUESTIONS_DRAWN);
  const ofTopic = topicId === null ? chosen : await draw({ topicIds: [topicId] });
  if (ofTopic.length >= LESSON_QUESTIONS_MIN || subjectId === null) {
    return { lesson, questions: ofTopic, of: 'lesson' as const };
  }
  const isWhole = lesson.questionIds.length === chosen.length;
  if (isWhole && topicId === null) return { lesson, questions: ofTopic, of: 'lesson' as const };
  const [withWithheld, ofSubject] = await Promise.all([
    isWhole && topicId !== null ? draw({ topicIds: [topicId] }, { ...who, withheld: [] }) : null,
    draw({ topicIds: [], subjectId }),
  ]);
  // Nothing is withheld: the lesson has no more questions than these.
  if (withWithheld && withWithheld.length <= ofTopic.length) {
    return { lesson, questions: ofTopic, of: 'lesson' as const };
  }
  return { lesson, questions: ofSubject, of: 'subject' as const };
}

export async function chooseForLesson(deps: Deps, user: SessionUser, lessonId: number) {
  const closed = await boughtFault(deps.db, user, { kind: 'lesson', id: lessonId }, deps.clock.now());
  if (closed) throw closed;
  const { lesson, questions } = await questionsAtLesson(deps, user, lessonId);
  if (questions.length < LESSON_QUESTIONS_MIN) throw nothingToPractise('Não há questões desta aula no momento.');
  return { title: `Aula: ${lesson.title}`, shuffleOptions: false, questions };
}

export async function readLessonPractice(deps: Deps, user: SessionUser, lessonId: number) {
  const [{ questions, of }, open] = await Promise.all([
    questionsAtLesson(deps, user, lessonId),
    findOpenAtLesson(deps.db, user.id, lessonId),
  ]);
  return { count: questions.length < LESSON_QUESTIONS_MIN ? 0 : questions.length, of, open: open?.id ?? null };
}

/** The same for a student without a network; a lesson that is gone, or has too few of them, has none. */
export async function listLessonQuestions(deps: Deps, user: SessionUser, lessonId: number) {
  if (!(await lessonForQuestions(deps.db, lessonId))) return [];
  const { questions } = await questionsAtLesson(deps, user, lessonId);
  return questions.length < LESSON_QUESTIONS_MIN ? [] : questions;
}
