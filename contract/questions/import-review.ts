import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { IMPORT_PIECES_MAX } from '#contract/limits.ts';
import { id, revision, rowId } from '#contract/shapes.ts';
import { importPart, questionImport } from './question-import.ts';

const box = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() });

/** A page of an exam as its lines. Lengths are points from the left upper corner. */
const importPage = z.object({
  page: z.number(),
  width: z.number(),
  height: z.number(),
  lines: z.array(
    z.object({ line: z.number(), box, size: z.number(), baseline: z.number(), text: z.string(), isBold: z.boolean() }),
  ),
  figures: z.array(box),
});
export type ImportPage = z.output<typeof importPage>;

export const getImportPage = endpoint({
  method: 'GET',
  path: '/api/teacher/question-imports/:id/pages/:page',
  access: 'author',
  summary: 'A page of an exam in PDF, to be shown beside the questions that were read from it.',
  params: z.object({ id, page: id }),
  response: importPage,
});

const entryParams = z.object({ id, position: id });
const optionLetter = z.enum(['A', 'B', 'C', 'D', 'E', 'F']);

export const setImportPieces = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/entries/:position/pieces',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Says which pieces of lines a question of an exam consists of, and joins them again. Pieces of another question move here; a question without pieces stays out.',
  params: entryParams,
  body: z.object({
    pieces: z
      .array(z.object({ part: importPart, page: rowId, line: revision, from: revision, to: rowId }))
      .check(
        z.minLength(1, 'Uma questão tem pelo menos uma linha.'),
        z.maxLength(IMPORT_PIECES_MAX, `Uma questão tem no máximo ${IMPORT_PIECES_MAX} linhas.`),
      ),
  }),
  response: questionImport,
});

export const cutImportEntry = endpoint({
  method: 'POST',
  path: '/api/teacher/question-imports/:id/entries/:position/cut',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Begins a question at one of its pieces and reads its options again from there. The pieces before it stay a question, or belong to nothing.',
  params: entryParams,
  body: z.object({
    /** The place of the piece among those of the entry. */
    piece: revision,
    /** How many pieces the entry has: a repeated call finds another number and changes nothing. */
    expected: rowId,
    before: z.enum(['question', 'nothing']),
  }),
  response: questionImport,
});

export const acceptImportEntry = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/entries/:position/acceptance',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Says that a doubted question was read rightly. With its key it is ready; without one it waits for the answer sheet.',
  params: entryParams,
  body: z.object({
    /** The right option; null where it has its key, or waits for it. */
    right: z._default(z.nullable(optionLetter), null),
  }),
  response: questionImport,
});

export const leaveOutImportEntry = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/entries/:position/exclusion',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Leaves a question out of the import, or takes it back in, to be looked at.',
  params: entryParams,
  body: z.object({ isLeftOut: z.boolean() }),
  response: questionImport,
});
