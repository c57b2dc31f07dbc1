import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { rowId } from '#contract/shapes.ts';
import { cardShape } from './cards.ts';

/** 1 De novo, 2 Com esforço, 3 Bem, 4 Fácil. */
const grade = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export type CardGrade = z.output<typeof grade>;

export const reviewCard = z.object({
  /** Its position among the questions and cards of the list, from 0. */
  position: z.number(),
  card: cardShape,
  reason: z.string(),
  isNew: z.boolean(),
  /** How often it was answered, and how the last time went. */
  answers: z.number(),
  lastGrade: z.nullable(z.number()),
  /** The days until it is due again, one for each grade. */
  days: z.array(z.number()),
});
export type ReviewCard = z.output<typeof reviewCard>;

const cardAnswer = { cardId: rowId, grade };
export const cardAnswerFields = cardAnswer;

export const answerCard = endpoint({
  method: 'POST',
  path: '/api/review/card-answers',
  access: 'signedIn',
  comesFirst: true,
  needsAccess: true,
  errors: ['not_found'],
  summary: 'Answers a card of the review in the student’s own judgement. The same key is the same answer.',
  body: z.object({ key: z.uuid(), ...cardAnswer }),
});

export const undoCardAnswer = endpoint({
  method: 'DELETE',
  path: '/api/review/card-answers/:key',
  access: 'signedIn',
  comesFirst: true,
  summary: 'Takes an answer to a card back; its memory is as before.',
  params: z.object({ key: z.uuid() }),
});
