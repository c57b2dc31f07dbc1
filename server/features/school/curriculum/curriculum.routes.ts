import type { FastifyInstance } from 'fastify';
import * as subjects from '#contract/content/subjects.ts';
import type { Deps } from '#server/deps.ts';
import { topicRoutes } from '#server/features/content/topics/topics.routes.ts';
import { route } from '#server/http/route.ts';
import { dropSubject, mergeSubjects } from './subject-merging.service.ts';
import { topicUses } from './topic-uses.service.ts';

/** Changes of subjects and topics, which also update everything that uses them. */
export function curriculumRoutes(app: FastifyInstance, deps: Deps): void {
  const cache = app.lessonCache;
  topicRoutes(app, deps, topicUses(cache));
  route(app, subjects.mergeSubject, ({ params, body, user }) => mergeSubjects(deps, cache, user, params.id, body.into));
  route(app, subjects.deleteSubject, ({ params, user }) => dropSubject(deps, cache, user, params.id));
}
