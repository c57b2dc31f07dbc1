import type { FastifyInstance } from 'fastify';
import * as citations from '#contract/content/law-citations.ts';
import { LAW_FILE_MAX_BYTES } from '#contract/content/law-limits.ts';
import * as contract from '#contract/content/laws.ts';
import type { Deps } from '#server/deps.ts';
import { boughtCourses } from '#server/http/bought.ts';
import { route } from '#server/http/route.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { decide, readLinks } from './citing/citations.service.ts';
import { readFile } from './law-file.service.ts';
import * as laws from './laws.service.ts';

const rules = { maxBytes: LAW_FILE_MAX_BYTES, tooLarge: 'O arquivo deve ter no máximo 20 MB.' };

export async function lawRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.listLaws, ({ user }) => laws.listForStudents(deps.db, user));
  route(app, contract.getLaw, ({ params, query, user }) => laws.readLaw(deps, user, params.id, query.on));
  route(app, contract.listLawArticles, ({ params, query, user }) => laws.pageArticles(deps, user, params.id, query));
  route(app, contract.getLawArticle, ({ params, query, user }) =>
    laws.readArticle(deps, user, {
      id: params.id,
      lexId: params.article,
      on: query.on,
      bought: boughtCourses(user, deps.clock.now()),
    }),
  );
  route(app, contract.listReadArticles, ({ params, user }) => laws.readReads(deps.db, user, params.id));
  route(app, contract.markArticleRead, ({ params, body, user }) => laws.markRead(deps, user, params, body));
  route(app, contract.getLawText, ({ params, query, user }) => laws.readTexts(deps, user, params.id, query.on));
  route(app, contract.listLawsForAuthors, () => laws.listForAuthors(deps.db));
  route(app, contract.previewLaw, ({ body, user }) => laws.preview(user, body));
  route(app, contract.createLaw, ({ body, user }) => laws.addLaw(deps, user, body));
  route(app, contract.updateLaw, ({ params, body, user }) => laws.changeNames(deps, user, params.id, body));
  route(app, contract.deleteLaw, ({ params, user }) => laws.removeLaw(deps, user, params.id));
  route(app, citations.listLawCitations, ({ params, user }) => readLinks(deps, user, params.id));
  route(app, citations.decideLawCitation, ({ params, body, user }) => decide(deps, user, params.id, body));
  await withUploads(app, (scope) => {
    route(scope, contract.readLawFile, async ({ user, request, reply }) => {
      const { file } = await readForm(request, reply, rules);
      return readFile(user, file);
    });
  });
}
