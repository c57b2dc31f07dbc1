import type { FastifyInstance } from 'fastify';
import { getLessonQuestions, saveLessonQuestions } from '#contract/content/lesson-questions.ts';
import * as lessons from '#contract/content/lessons.ts';
import * as reading from '#contract/content/reading.ts';
import * as subjects from '#contract/content/subjects.ts';
import type { Deps } from '#server/deps.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { sendReady } from '#server/http/ready-cache.ts';
import { route } from '#server/http/route.ts';
import { chooseLessonQuestions, readLessonQuestions } from './lesson-questions.service.ts';
import { lessonCache } from './lessons.cache.ts';
import * as service from './lessons.service.ts';
import { progressOf, saveReading, tickLesson } from './reading.service.ts';
import { addSubject, giveSubjectName } from './subjects.service.ts';
import { writingRoutes } from './writing/writing.routes.ts';

export function lessonRoutes(app: FastifyInstance, deps: Deps): void {
  const cache = lessonCache(deps);
  app.decorate('lessonCache', cache);

  route(app, lessons.listLessons, async ({ query, user, request, reply }) => {
    const isWhole = Object.values(query).every((value) => value === undefined);
    const bought = boughtCourses(user, deps.clock.now());
    if (isWhole && bought) return service.listOpenLessons(deps, bought);
    if (isWhole) return sendReady(request, reply, cache.list());
    return service.pageLessons(deps, user, query);
  });
  route(app, lessons.listDeletedLessons, ({ user }) => service.listDeleted(deps, user));
  route(app, lessons.getLesson, ({ params, request, reply }) =>
    sendReady(request, reply, cache.lesson(params.id), 'Aula não encontrada.'),
  );
  route(app, lessons.createLesson, ({ body, user }) => service.publishLesson(deps, cache, user, body));
  route(app, lessons.updateLesson, ({ params, body, user }) =>
    service.changeLesson(deps, cache, user, params.id, body),
  );
  route(app, lessons.deleteLesson, ({ params, user }) => service.removeLesson(deps, cache, user, params.id));
  route(app, lessons.restoreLesson, ({ params, user }) => service.restoreLesson(deps, cache, user, params.id));

  route(app, getLessonQuestions, ({ params, user }) => readLessonQuestions(deps, user, params.id));
  route(app, saveLessonQuestions, ({ params, body, user }) => chooseLessonQuestions(deps, user, params.id, body));

  route(app, reading.listLessonProgress, ({ user }) => progressOf(deps, user.id));
  route(app, reading.reportReading, ({ params, body, user }) => saveReading(deps, user.id, params.id, body));
  route(app, reading.setCompletion, ({ params, body, user }) => tickLesson(deps, user.id, params.id, body.completed));

  writingRoutes(app, deps, cache);
  route(app, subjects.listSubjects, ({ request, reply }) => sendReady(request, reply, cache.subjects()));
  route(app, subjects.createSubject, async ({ body }) => ({
    made: await addSubject(deps, cache, body.name),
    isNew: true,
  }));
  route(app, subjects.renameSubject, ({ params, body, user }) =>
    giveSubjectName(deps, cache, user, params.id, body.name),
  );
}
