import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/study/anki.ts';
import { ANKI_MAX_BYTES } from '#contract/study/anki-limits.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { withLargeForm, withUploads } from '#server/http/uploads.ts';
import { discardImport, listOwnImports, readImport, startImport, undoImport, uploadDeck } from './imports.service.ts';
import { exportDeck } from './writing/export.service.ts';

const rules = {
  maxBytes: ANKI_MAX_BYTES,
  tooLarge: `O baralho deve ter no máximo ${ANKI_MAX_BYTES / 1024 / 1024} MB. Exporte-o do Anki sem mídia, ou em partes.`,
};

export async function ankiRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await withUploads(app, (scope) => {
    route(scope, contract.uploadAnkiDeck, ({ user, request, reply }) =>
      withLargeForm(request, reply, rules, ({ file, fields }) => uploadDeck(deps, user, file, fields.name ?? '')),
    );
  });
  route(app, contract.exportAnkiDeck, async ({ user, reply }) => {
    const deck = await exportDeck(deps, user);
    reply.headers({
      'cache-control': 'no-store',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="alvorada.apkg"',
      'x-content-type-options': 'nosniff',
    });
    return reply.send(deck);
  });
  route(app, contract.listAnkiImports, ({ user }) => listOwnImports(deps, user));
  route(app, contract.getAnkiImport, ({ params, user }) => readImport(deps, user, params.id));
  route(app, contract.startAnkiImport, ({ params, body, user }) => startImport(deps, user, params.id, body));
  route(app, contract.undoAnkiImport, ({ params, user }) => undoImport(deps, user, params.id));
  route(app, contract.discardAnkiImport, ({ params, user }) => discardImport(deps, user, params.id));
}
