import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/annotations.ts';
import * as ofLaws from '#contract/content/law-annotations.ts';
import type { Deps } from '#server/deps.ts';
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
  route(app, contract.listAnnotations, ({ query, user }) => pageAnnotations(deps, user.id, query));
  route(app, contract.createAnnotation, ({ params, body, user }) => makeAnnotation(deps, user.id, params.id, body));
  route(app, ofLaws.listArticleAnnotations, ({ params, user }) => listOfArticle(deps, user.id, params));
  route(app, ofLaws.createLawAnnotation, ({ params, body, user }) => makeLawAnnotation(deps, user.id, params, body));
  route(app, contract.updateAnnotation, ({ params, body, user }) => changeNote(deps, user.id, params.id, body));
  route(app, contract.deleteAnnotation, ({ params, user }) => removeAnnotation(deps, user.id, params.id));
}
