import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/annotations.ts';
import * as ofLaws from '#contract/content/law-annotations.ts';
import type { Deps } from '#server/deps.ts';
import { sendPage } from '#server/http/paging.ts';
import { route } from '#server/http/route.ts';
import {
  changeNote,
  listOfArticle,
  makeAnnotation,
  makeLawAnnotation,
  pageAnnotations,
  removeAnnotation,
} from './annotations.service.ts';

export function annotationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAnnotations, async ({ query, user, request, reply }) =>
    sendPage(request, reply, await pageAnnotations(deps, user.id, query)),
  );
  route(app, contract.createAnnotation, async ({ params, body, user, reply }) => {
    const { annotation, isNew } = await makeAnnotation(deps, user.id, params.id, body);
    if (isNew) reply.code(201);
    return annotation;
  });
  route(app, ofLaws.listArticleAnnotations, ({ params, user }) => listOfArticle(deps, user.id, params));
  route(app, ofLaws.createLawAnnotation, async ({ params, body, user, reply }) => {
    const { annotation, isNew } = await makeLawAnnotation(deps, user.id, params, body);
    if (isNew) reply.code(201);
    return annotation;
  });
  route(app, contract.updateAnnotation, ({ params, body, user }) => changeNote(deps, user.id, params.id, body));
  route(app, contract.deleteAnnotation, async ({ params, user }) => {
    await removeAnnotation(deps, user.id, params.id);
    return { ok: true } as const;
  });
}
