import type { FastifyInstance } from 'fastify';
import * as drafts from '#contract/content/lesson-drafts.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import type { LessonCache } from '../lessons.cache.ts';
import { beginDraft, discardDraft, listDrafts, readDraft, saveDraft } from './drafts.service.ts';
import { publishDraft, scheduleDraft } from './publishing.service.ts';
import { listVersions, readVersion, reportPresence } from './writers.service.ts';

export function writingRoutes(app: FastifyInstance, deps: Deps, cache: LessonCache): void {
  route(app, drafts.listLessonDrafts, ({ query, user }) => listDrafts(deps, user, query));
  route(app, drafts.createLessonDraft, ({ body, user }) => beginDraft(deps, user, body));
  route(app, drafts.getLessonDraft, ({ params, user }) => readDraft(deps, user, params.id));
  route(app, drafts.saveLessonDraft, ({ params, body, user }) => saveDraft(deps, user, params.id, body));
  route(app, drafts.discardLessonDraft, ({ params, user }) => discardDraft(deps, user, params.id));
  route(app, drafts.publishLessonDraft, ({ params, body, user }) => publishDraft(deps, cache, user, params.id, body));
  route(app, drafts.scheduleLessonDraft, ({ params, body, user }) => scheduleDraft(deps, user, params.id, body));
  route(app, drafts.listLessonVersions, ({ params, user }) => listVersions(deps, user, params.id));
  route(app, drafts.getLessonVersion, ({ params, user }) => readVersion(deps, user, params.id, params.versionId));
  route(app, drafts.tellLessonPresence, ({ params, body, user }) => reportPresence(deps, user, params.id, body));
}
