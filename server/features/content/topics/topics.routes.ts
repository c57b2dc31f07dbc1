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
  route(app, topics.createTopic, async ({ body, user, reply }) => {
    const topic = await addTopic(deps, user, body);
    reply.code(201);
    return topic;
  });
  route(app, topics.changeTopic, ({ params, body, user }) => changeTopic(deps, uses, user, params.id, body));
  route(app, topics.mergeTopic, ({ params, body, user }) => mergeTopics(deps, uses, user, params.id, body.into));
  route(app, topics.deleteTopic, async ({ params, user }) => {
    await dropTopic(deps, user, params.id);
    return { ok: true as const };
  });
}
