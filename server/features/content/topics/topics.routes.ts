import type { FastifyInstance } from 'fastify';
import * as topics from '#contract/content/topics.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { addTopic, changeTopic, dropTopic, mergeTopics } from './topic-tree.service.ts';
import type { TopicUses } from './topic-uses.ts';
import { readTopics } from './topics.service.ts';

/** Registered by curriculum/, which knows what stands on topics. */
export function topicRoutes(app: FastifyInstance, deps: Deps, uses: TopicUses): void {
  route(app, topics.listTopics, ({ query }) => readTopics(deps, query.subjectId));
  route(app, topics.createTopic, async ({ body, user }) => ({ made: await addTopic(deps, user, body), isNew: true }));
  route(app, topics.changeTopic, ({ params, body, user }) => changeTopic(deps, uses, user, params.id, body));
  route(app, topics.mergeTopic, ({ params, body, user }) => mergeTopics(deps, uses, user, params.id, body.into));
  route(app, topics.deleteTopic, ({ params, user }) => dropTopic(deps, user, params.id));
}
