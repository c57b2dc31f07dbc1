import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exams/essay-themes.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { addTheme, close, listThemesOf, listVersions, publish, readTheme, saveDraft } from './themes.service.ts';

export function essayThemeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAuthoredThemes, ({ query, user }) => listThemesOf(deps, user, query));
  route(app, contract.createTheme, ({ body, user }) => addTheme(deps, user, body));
  route(app, contract.getAuthoredTheme, ({ params, user }) => readTheme(deps, user, params.id));
  route(app, contract.saveTheme, ({ params, body, user }) => saveDraft(deps, user, params.id, body));
  route(app, contract.publishTheme, ({ params, body, user }) => publish(deps, user, params.id, body.revision));
  route(app, contract.closeTheme, ({ params, user }) => close(deps, user, params.id));
  route(app, contract.listThemeVersions, ({ params, user }) => listVersions(deps, user, params.id));
}
