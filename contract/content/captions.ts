import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { revision, rowId, storable } from '#contract/shapes.ts';
import { CAPTIONS_TEXT_MAX, CUE_TEXT_MAX, CUE_TIME_MAX, CUES_MAX, cueProblems } from './caption-files.ts';

/** What the teacher is shown at once of the recordings without captions. */
export const UNCAPTIONED_SHOWN = 100;

const moment = z.number('Informe o tempo.').check(z.int('Informe o tempo.'), z.gte(0), z.lte(CUE_TIME_MAX));

const cue = z.object({
  start: moment,
  end: moment,
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Escreva a fala, ou apague a linha.'),
      z.maxLength(CUE_TEXT_MAX, `Use no máximo ${CUE_TEXT_MAX} caracteres.`),
      storable,
    ),
});

const cues = z.array(cue).check(
  z.maxLength(CUES_MAX, `São no máximo ${CUES_MAX} falas.`),
  z.refine((all) => all.reduce((sum, { text }) => sum + text.length, 0) <= CAPTIONS_TEXT_MAX, {
    error: `São no máximo ${CAPTIONS_TEXT_MAX} caracteres em todas as falas.`,
  }),
  z.refine((all) => cueProblems(all).every((problem) => problem === null || problem === 'fast'), {
    error: 'Duas falas se sobrepõem, ou uma termina antes de começar.',
  }),
);

const captions = z.object({ cues: z.array(cue), revision: z.number() });
export type Captions = z.output<typeof captions>;

export const getCaptions = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/captions',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_bought'],
  summary: 'The captions of a recording: cues with times in milliseconds. None: an empty list with revision 0.',
  response: captions,
});

export const getCaptionFile = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/captions.vtt',
  access: 'signedIn',
  needsAccess: true,
  errors: ['not_bought'],
  summary: 'The captions of a recording as WebVTT.',
  response: binary,
});

export const saveCaptions = endpoint({
  method: 'PUT',
  path: '/api/recordings/:id/captions',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Replaces the captions of a recording. An empty list takes them away.',
  body: z.object({ cues, revision }),
  bodyLimit: 2 * 1024 * 1024,
  response: captions,
});

export const listUncaptioned = endpoint({
  method: 'GET',
  path: '/api/teacher/recordings-without-captions',
  access: 'author',
  summary: "The recordings of the caller's lessons that have no captions (of all lessons for administrators).",
  response: z.object({
    rows: z.array(z.object({ id: rowId, title: z.string(), lessonId: rowId, lessonTitle: z.string() })),
    total: z.number(),
  }),
});
