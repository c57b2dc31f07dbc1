import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { IMAGE_MAX_BYTES, SEARCH_MAX } from '#contract/limits.ts';
import { id, instant, paging, requiredText, revision, rowId, stored, text } from '#contract/shapes.ts';
import {
  CARD_DECK_MAX,
  CARD_GAPS_MAX,
  CARD_HINT_MAX,
  CARD_SOURCE_MAX,
  CARD_TAG_MAX,
  CARD_TAGS_MAX,
  CARD_TEXT_MAX,
} from './card-limits.ts';

/** `basic`: a question and its answer. `cloze`: a sentence with hidden words. */
const cardKind = z.enum(['basic', 'cloze']);
/** The side of a card that shows its picture. */
export const pictureSide = z.enum(['front', 'back']);

const picture = z.object({ id, url: z.string(), width: z.number(), height: z.number() });
export type CardPicture = z.output<typeof picture>;

const source = z.object({
  kind: stored(z.enum(['lesson', 'law', 'question', 'comment']), 'question'),
  /** The lesson, the law or the question; of a comment the question below which it was written. */
  id,
  /** The article of a law and the device within it; null for other sources. */
  article: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** The source has changed since the student made or checked the card. */
  isChanged: z.boolean(),
});

const card = z.object({
  id,
  kind: stored(cardKind, 'basic'),
  /** In the form of `card-text.ts`. */
  front: z.string(),
  back: z.string(),
  hint: z.string(),
  /** The number of the gaps that this card hides. */
  gap: z.number(),
  picture: z.nullable(picture),
  pictureSide: stored(pictureSide, 'back'),
  topicId: z.nullable(z.number()),
  topic: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  deck: z.string(),
  tags: z.array(z.string()),
  isSuspended: z.boolean(),
  /** Made from a question, or a comment below one, that is under way for the student: texts and picture are left out until it is over. */
  isClosed: z.boolean(),
  /** Null where it came from nothing of the school, or the source is gone. */
  source: z.nullable(source),
  /** The student's words for where it comes from. */
  sourceLabel: z.string(),
  /** Sent back with a change; an older one is refused with 409. */
  revision: z.number(),
  createdAt: instant,
  updatedAt: instant,
});
export type Card = z.output<typeof card>;
export const cardShape = card;

const contentFields = {
  kind: cardKind,
  front: requiredText(CARD_TEXT_MAX, 'Escreva a frente do cartão.'),
  back: text(CARD_TEXT_MAX),
  hint: text(CARD_HINT_MAX),
  gap: z._default(z.number().check(z.int(), z.gte(1), z.lte(CARD_GAPS_MAX)), 1),
};

export const cardContent = contentFields;

const fields = {
  ...contentFields,
  pictureId: z.nullable(rowId),
  pictureSide,
  topicId: z.nullable(rowId),
  deck: text(CARD_DECK_MAX),
  tags: z
    .array(requiredText(CARD_TAG_MAX, 'Escreva a etiqueta.'))
    .check(z.maxLength(CARD_TAGS_MAX, `São no máximo ${CARD_TAGS_MAX} etiquetas.`)),
  sourceLabel: text(CARD_SOURCE_MAX),
};

const newSource = z.union([
  z.object({ kind: z.literal('lesson'), lessonId: rowId }),
  z.object({ kind: z.literal('law'), lawId: rowId, lexId: requiredText(80) }),
  z.object({ kind: z.literal('question'), questionId: rowId }),
  z.object({ kind: z.literal('comment'), commentId: rowId }),
]);
export type NewCardSource = z.output<typeof newSource>;

export const listCards = endpoint({
  method: 'GET',
  path: '/api/cards',
  access: 'signedIn',
  summary:
    "The caller's own cards, newest first: all of them, of one topic or heading, the suspended ones, or by words.",
  query: z.object({
    ...paging,
    topicId: z.optional(id),
    /** Cards without a topic under this heading; empty: under none. */
    deck: z.optional(text(CARD_DECK_MAX)),
    suspended: z.optional(z.literal('true')),
    search: z.optional(text(SEARCH_MAX)),
  }),
  response: z.array(card),
});

export const listCardTopics = endpoint({
  method: 'GET',
  path: '/api/cards/topics',
  access: 'signedIn',
  summary: "The topics and headings of the caller's cards, with their counts.",
  response: z.object({
    topics: z.array(
      z.object({
        topicId: z.nullable(z.number()),
        topic: z.nullable(z.string()),
        subject: z.nullable(z.string()),
        /** Set where there is no topic. */
        deck: z.string(),
        cards: z.number(),
        suspended: z.number(),
      }),
    ),
    cards: z.number(),
    suspended: z.number(),
  }),
});
export type CardTopics = z.output<typeof listCardTopics.response>;

export const getCard = endpoint({
  method: 'GET',
  path: '/api/cards/:id',
  access: 'signedIn',
  summary: 'One card of the caller.',
  response: card,
});

export const createCard = endpoint({
  method: 'POST',
  path: '/api/cards',
  access: 'signedIn',
  needsAccess: true,
  comesFirst: true,
  errors: ['conflict', 'topic_gone', 'not_found', 'not_bought', 'attempt_open'],
  summary: 'Makes a card. It enters the review of the next day. The same creationKey is the same card.',
  body: z.object({ ...fields, source: z.nullable(newSource), creationKey: z.uuid() }),
  response: card,
  alsoAnswers: [201],
});

export const updateCard = endpoint({
  method: 'PUT',
  path: '/api/cards/:id',
  access: 'signedIn',
  comesFirst: true,
  errors: ['version_conflict', 'topic_gone', 'attempt_open'],
  summary: "Changes the caller's card; its memory stays. 409 when `revision` is no longer the newest.",
  body: z.object({ ...fields, revision }),
  response: card,
});

export const changeCardState = endpoint({
  method: 'PATCH',
  path: '/api/cards/:id',
  access: 'signedIn',
  comesFirst: true,
  summary: 'Suspends a card or resumes it, or says that its changed source was checked.',
  body: z.object({ isSuspended: z.optional(z.boolean()), isSourceChecked: z.optional(z.literal(true)) }),
  response: card,
});

export const deleteCard = endpoint({
  method: 'DELETE',
  path: '/api/cards/:id',
  access: 'signedIn',
  summary: "Deletes the caller's card, with its answers.",
});

export const uploadCardPicture = endpoint({
  method: 'POST',
  path: '/api/cards/pictures',
  access: 'signedIn',
  needsAccess: true,
  errors: ['conflict'],
  summary: 'Takes the picture of a card (multipart field `file`). The same file is the same picture.',
  bodyType: 'multipart',
  bodyLimit: IMAGE_MAX_BYTES + 64 * 1024,
  response: picture,
  alsoAnswers: [201],
});

export const getCardPicture = endpoint({
  method: 'GET',
  path: '/api/cards/pictures/:id',
  access: 'signedIn',
  errors: ['attempt_open'],
  summary: "The picture of the caller's card.",
  response: binary,
});
