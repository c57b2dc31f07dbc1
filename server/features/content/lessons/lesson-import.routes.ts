import type { FastifyInstance } from 'fastify';
import { importLesson } from '#contract/content/lesson-import.ts';
import { DOCX_MAX_BYTES } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import * as service from './lesson-import.service.ts';

const rules = { maxBytes: DOCX_MAX_BYTES, tooLarge: 'O arquivo deve ter no máximo 20 MB.' };

export async function lessonImportRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await withUploads(app, (scope) => {
    route(scope, importLesson, async ({ user, request, reply }) => {
      const { file, fields } = await readForm(request, reply, rules);
      return service.importLesson(deps, user, file, fields.name ?? '');
    });
  });
}
