import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { id, idParams, instant, requiredText, revision, rowId, stored } from '#contract/shapes.ts';
import { CARD_SET_CARDS_MAX, CARD_SET_TITLE_MAX, CARD_TEXT_MAX } from './card-limits.ts';
import { cardContent, pictureSide } from './cards.ts';

const setHead = { id, title: z.string(), courseId: id, course: z.string(), cards: z.number() };

export const listCardSets = endpoint({
  method: 'GET',
  path: '/api/card-sets',
  access: 'signedIn',
  needsAccess: true,
  summary: 'The sets of cards of the courses that one may study, with how many of their cards one has copied.',
  response: z.array(z.object({ ...setHead, copied: z.number() })),
});
export type OfferedCardSet = z.output<(typeof listCardSets)['response']>[number];

export const copyCardSet = endpoint({
  method: 'POST',
  path: '/api/card-sets/:id/copies',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict'],
  summary: "Copies the cards of a set that the caller does not have yet. The copies stay the caller's own.",
  response: z.object({ added: z.number() }),
});

export const listAuthoredCardSets = endpoint({
  method: 'GET',
  path: '/api/teacher/card-sets',
  access: 'author',
  summary: "The sets of cards of the caller's own courses; of all courses for administrators.",
  response: z.array(z.object({ ...setHead, updatedAt: instant })),
});
export type AuthoredCardSet = z.output<(typeof listAuthoredCardSets)['response']>[number];

const texts = { kind: cardContent.kind, front: cardContent.front, back: cardContent.back, hint: cardContent.hint };

const cardSet = z.object({
  ...setHead,
  cards: z.array(
    z.object({
      id,
      kind: stored(cardContent.kind, 'basic'),
      front: z.string(),
      back: z.string(),
      hint: z.string(),
      picture: z.nullable(z.object({ url: z.string(), width: z.number(), height: z.number() })),
      pictureSide: stored(pictureSide, 'back'),
    }),
  ),
  revision: z.number(),
  updatedAt: instant,
});
export type CardSet = z.output<typeof cardSet>;

const content = {
  title: requiredText(CARD_SET_TITLE_MAX, 'Dê um título ao conjunto.'),
  /** A card with the id of a saved one changes it; copies of students stay as they are. */
  cards: z
    .array(
      z.object({
        id: z.nullable(rowId),
        ...texts,
        /** A picture that the caller uploaded; null: none. Left out: the saved card stays with its picture. */
        pictureId: z.optional(z.nullable(rowId)),
        pictureSide: z.optional(pictureSide),
      }),
    )
    .check(
      z.minLength(1, 'Escreva pelo menos um cartão.'),
      z.maxLength(CARD_SET_CARDS_MAX, `São no máximo ${CARD_SET_CARDS_MAX} cartões.`),
    ),
};
/** Two sides of every card, and what JSON adds. */
const bodyLimit = 4 * CARD_SET_CARDS_MAX * CARD_TEXT_MAX;

export const getAuthoredCardSet = endpoint({
  method: 'GET',
  path: '/api/teacher/card-sets/:id',
  access: 'author',
  summary: 'One set of cards with its cards.',
  response: cardSet,
});

export const getCardSetPicture = endpoint({
  method: 'GET',
  path: '/api/teacher/card-sets/:id/pictures/:hash',
  access: 'author',
  summary: 'The picture of a card in a set that the caller may edit.',
  params: z.object({ ...idParams.shape, hash: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  response: binary,
});

export const createCardSet = endpoint({
  method: 'POST',
  path: '/api/teacher/card-sets',
  access: 'author',
  errors: ['conflict', 'not_found'],
  summary: "Offers a set of cards with the caller's course. The same creationKey is the same set.",
  body: z.object({ courseId: rowId, ...content, creationKey: z.uuid() }),
  bodyLimit,
  response: cardSet,
  alsoAnswers: [201],
});

export const updateCardSet = endpoint({
  method: 'PUT',
  path: '/api/teacher/card-sets/:id',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Changes a set of cards; 409 when `revision` is no longer the newest.',
  body: z.object({ ...content, revision }),
  bodyLimit,
  response: cardSet,
});

export const deleteCardSet = endpoint({
  method: 'DELETE',
  path: '/api/teacher/card-sets/:id',
  access: 'author',
  summary: 'Takes a set of cards away. Copies of students stay.',
});
