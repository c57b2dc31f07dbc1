import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { ESSAY_LINES_MAX } from '#contract/exams/essay-limits.ts';
import { id, rowId } from '#contract/shapes.ts';
import { ESSAY_PAGES_MAX, essayPage } from './essay-pages.ts';
import { essay } from './essays.ts';

const pages = z.object({ pages: z.array(essayPage) });

export const addEssayPages = endpoint({
  method: 'POST',
  path: '/api/essays/:id/pages',
  access: 'signedIn',
  needsAccess: true,
  errors: ['state_conflict'],
  summary:
    'Adds a picture of a page, or the pages of a scanned PDF (field file), to an essay that is being written; `replaces` names the page that a picture is put for. The same file again is the same.',
  bodyType: 'multipart',
  response: pages,
  alsoAnswers: [201],
});

export const removeEssayPage = endpoint({
  method: 'DELETE',
  path: '/api/essays/:id/pages/:pageId',
  access: 'signedIn',
  errors: ['state_conflict'],
  summary: 'Removes a page of an essay that is being written. Again is the same.',
  params: z.object({ id, pageId: id }),
  response: pages,
});

export const deliverEssayPages = endpoint({
  method: 'POST',
  path: '/api/essays/:id/photo-delivery',
  access: 'signedIn',
  needsAccess: true,
  errors: ['version_conflict', 'state_conflict'],
  summary: 'Delivers the pages in this order instead of a text, once; the same pages again are the same delivery.',
  body: z.object({
    pageIds: z
      .array(rowId)
      .check(
        z.minLength(1, 'Envie pelo menos uma página.'),
        z.maxLength(ESSAY_PAGES_MAX, `São no máximo ${ESSAY_PAGES_MAX} páginas.`),
      ),
    /** As the student counted them on the paper; the reader may correct it. */
    lines: z
      .number('Informe quantas linhas você escreveu.')
      .check(
        z.int('Use um número inteiro.'),
        z.gte(1, 'A partir de 1.'),
        z.lte(ESSAY_LINES_MAX, `No máximo ${ESSAY_LINES_MAX}.`),
      ),
  }),
  comesFirst: true,
  response: essay,
});

export const getEssayPage = endpoint({
  method: 'GET',
  path: '/api/essay-pages/:id',
  access: 'signedIn',
  summary: 'The picture of a page: for the student who wrote it, and once delivered for those who correct essays.',
  response: binary,
});
