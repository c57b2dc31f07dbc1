import type { QueryOf } from '#contract/endpoint.ts';
import type { getOfflineQuestions, OfflineCourse, OfflineQuestion } from '#contract/study/offline.ts';
import type { Deps } from '#server/deps.ts';
import { readCourse } from '#server/features/content/courses/courses.service.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { listLessonQuestions } from '#server/features/study/practice/practice-choice.service.ts';
import { readAskedToday } from '#server/features/study/review/review.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './offline.store.ts';

/** A course as one may see it: its lessons in order. Quizzes are taken with a network. */
export async function readOfflineCourse(deps: Deps, user: SessionUser, id: number): Promise<OfflineCourse> {
  const course = await readCourse(deps.db, user, id);
  const lessons = course.items.filter(({ kind }) => kind === 'lesson');
  const rows = await store.listLessonSizes(
    deps.db,
    lessons.map((lesson) => lesson.id),
  );
  const sizes = new Map(rows.map((row) => [row.id, row]));
  const listed = lessons.flatMap((lesson) => {
    const size = sizes.get(lesson.id);
    if (!size) return [];
    const pictures = size.pictures.map(({ address }) => address);
    const bytes = size.pictures.reduce((sum, picture) => sum + picture.bytes, size.bytes);
    return { id: lesson.id, title: lesson.title, version: size.version, bytes, pictures };
  });
  const bytes = listed.reduce((sum, lesson) => sum + lesson.bytes, 0);
  return { id, title: course.title, bytes, lessons: listed };
}

type Asked = { lessonId: number | null; questionId: number; questionVersionId: number };

/**
 * Questions with their keys. Through the rule of free practice alone, so that nothing of an open attempt, of a window or
 * of a quiz still to be taken is among them; and the keys count as seen from now on, whenever they are looked at.
 */
export async function readOfflineQuestions(
  deps: Deps,
  user: SessionUser,
  { lessonIds, review }: QueryOf<typeof getOfflineQuestions>,
): Promise<{ questions: OfflineQuestion[] }> {
  await closeDue(deps, user.id);
  const now = deps.clock.now();
  const asked: Asked[] = [];
  for (const lessonId of new Set(lessonIds)) {
    if (await boughtFault(deps.db, user, { kind: 'lesson', id: lessonId }, now)) continue;
    for (const question of await listLessonQuestions(deps, user, lessonId)) asked.push({ lessonId, ...question });
  }
  if (review) {
    for (const { questionId, versionId } of await readAskedToday(deps, user)) {
      asked.push({ lessonId: null, questionId, questionVersionId: versionId });
    }
  }
  const questionIds = asked.map(({ questionId }) => questionId);
  await recordKeysShown(deps.db, user, questionIds, now);
  const contents = await readContents(
    deps.db,
    asked.map(({ questionVersionId }) => questionVersionId),
  );
  const byVersion = new Map(contents.map((content) => [content.id, content]));
  const names = new Map(
    (await store.listSubjectNames(deps.db, questionIds)).map(({ questionId, subject }) => [questionId, subject]),
  );
  const questions = asked.flatMap(({ lessonId, questionId, questionVersionId }) => {
    const content = byVersion.get(questionVersionId);
    const right = content?.options.find(({ isCorrect }) => isCorrect);
    if (!content || !right) return [];
    return {
      id: questionId,
      lessonId,
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      subject: names.get(questionId) ?? null,
      options: content.options.map(({ id, optionText }) => ({ id, optionText })),
      answerKey: {
        rightOptionId: right.id,
        comment: content.comment,
        optionComments: content.options.map(({ id, comment }) => ({ id, comment })),
      },
    };
  });
  return { questions };
}
