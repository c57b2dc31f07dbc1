import * as z from 'zod/mini';
import { LAW_NAME_MAX, LAW_SOURCE_MAX } from '#contract/content/law-limits.ts';
import { endpoint } from '#contract/endpoint.ts';
import { leftReason } from '#contract/questions/question-changes.ts';
import { id, instant, requiredText, revision, rowId, storable, stored, text } from '#contract/shapes.ts';
import { LAW_CHANGE_DEVICES_SHOWN, LAW_CHANGE_ITEMS_PAGE, LAW_DECISION_ITEMS_MAX } from './law-change-limits.ts';

const way = z.enum(['changed', 'added', 'revoked']);

const changedDevice = z.object({
  lexId: z.string(),
  label: z.string(),
  article: z.nullable(z.string()),
  change: stored(way, 'changed'),
  before: z.string(),
  after: z.string(),
});
export type ChangedDevice = z.output<typeof changedDevice>;

const written = {
  format: z.enum(['text', 'html', 'pdf']),
  source: z
    .string()
    .check(
      z.minLength(1, 'Cole o texto.'),
      z.maxLength(LAW_SOURCE_MAX, 'O texto é maior que qualquer norma. Divida-o.'),
      storable,
    ),
  /** `law`: the new text of the whole law. `amending`: the norm that changes it. */
  kind: z.enum(['law', 'amending']),
  /** The first day of the new texts. They are compared with those in force on it. */
  startsOn: z.iso.date('Informe desde quando vale.'),
};

/** Texts whose citations are still being read, up to LAW_UNREAD_COUNTED: while there are any, counts may grow. */
const unread = z.number();

export const previewLawChange = endpoint({
  method: 'POST',
  path: '/api/admin/laws/:id/changes/preview',
  access: 'admin',
  bodyLimit: 3 * LAW_SOURCE_MAX,
  weight: 20,
  summary: 'Compares a source with a law, device by device, and counts what cites a changed device. Stores nothing.',
  body: z.object(written),
  response: z.object({
    /** A number for the law as it was compared. */
    revision: z.number(),
    total: z.number(),
    counts: z.object({ changed: z.number(), added: z.number(), revoked: z.number() }),
    /** Devices of the law that are in force before the amendment. */
    inForce: z.number(),
    /** The amendment is applied only with `confirmsRevoked`. */
    revokesMany: z.boolean(),
    /** The first of them, in the order of the law. */
    devices: z.array(changedDevice),
    itemCount: z.number(),
    unread,
    problems: z.array(z.object({ line: z.number(), words: z.string() })),
  }),
});
export type LawChangePreview = z.output<(typeof previewLawChange)['response']>;

/** Students' cards and notes are counted and never listed. */
const itemKind = z.enum(['question', 'lesson', 'comment', 'base_text', 'set_card']);
export type LawItemKind = z.output<typeof itemKind>;

const change = z.object({
  id,
  lawId: id,
  lawName: z.string(),
  amending: z.string(),
  publishedOn: z.nullable(z.string()),
  startsOn: z.string(),
  createdAt: instant,
  undoneAt: z.nullable(instant),
  /** The last moment for an undo. */
  undoableUntil: instant,
  total: z.number(),
  devices: z.array(changedDevice),
  counts: z.array(z.object({ kind: stored(itemKind, 'question'), count: z.number(), open: z.number() })),
  unread,
  /** Students with a card, a note or a mark of a changed device, up to LAW_MARKERS_COUNTED. */
  markedBy: z.number(),
  decisions: z.array(
    z.object({
      id,
      decision: stored(z.enum(['valid', 'outdated']), 'valid'),
      itemCount: z.number(),
      createdAt: instant,
      undoneAt: z.nullable(instant),
      undoableUntil: instant,
      /** Questions that the decision or its undo left as they were, with the first of them. */
      leftCount: z.number(),
      left: z.array(z.object({ id, reason: stored(leftReason, 'changed') })),
    }),
  ),
});
export type LawChange = z.output<typeof change>;

export const createLawChange = endpoint({
  method: 'POST',
  path: '/api/admin/laws/:id/changes',
  access: 'admin',
  errors: ['version_conflict'],
  bodyLimit: 3 * LAW_SOURCE_MAX,
  weight: 20,
  summary:
    'Gives a law new texts from a day on, and lists everything that cites a changed device. The same creationKey is the same change.',
  body: z.object({
    ...written,
    amending: requiredText(LAW_NAME_MAX, 'Escreva o nome da norma que mudou a lei.'),
    publishedOn: z.nullable(z.iso.date('Informe o dia da publicação.')),
    /** The revision that the preview compared. A law that changed since is refused. */
    revision,
    /** Needed where the amendment revokes a large share of the law: a partial text looks the same. */
    confirmsRevoked: z._default(z.boolean(), false),
    creationKey: z.uuid(),
  }),
  response: change,
  alsoAnswers: [201],
});

export const listLawChanges = endpoint({
  method: 'GET',
  path: '/api/admin/laws/:id/changes',
  access: 'admin',
  summary: 'The amendments of a law that were taken in here, the newest first.',
  response: z.object({
    lawName: z.string(),
    changes: z.array(z.object({ id, amending: z.string(), startsOn: z.string(), undoneAt: z.nullable(instant) })),
  }),
});

export const getLawChange = endpoint({
  method: 'GET',
  path: '/api/admin/law-changes/:id',
  access: 'admin',
  summary: `One amendment with its first ${LAW_CHANGE_DEVICES_SHOWN} devices, counts and decisions.`,
  response: change,
});

const changeItem = z.object({
  id,
  kind: stored(itemKind, 'question'),
  /** The lesson, question, base text or set; of a comment its question. */
  targetId: id,
  /** The card, of a set only. */
  cardId: z.optional(z.nullable(id)),
  excerpt: z.string(),
  lexIds: z.array(z.string()),
  decision: stored(z.enum(['open', 'valid', 'outdated']), 'open'),
});
export type LawChangeItem = z.output<typeof changeItem>;

export const listLawChangeItems = endpoint({
  method: 'GET',
  path: '/api/admin/law-changes/:id/items',
  access: 'admin',
  summary: `Everything that cites a changed device, by kind, ${LAW_CHANGE_ITEMS_PAGE} at a time.`,
  query: z.object({
    kind: z.optional(itemKind),
    /** Only items that nothing was decided about. */
    open: z.optional(z.literal('true')),
    cursor: z.optional(text(200)),
  }),
  response: z.array(changeItem),
});

export const decideLawChangeItems = endpoint({
  method: 'POST',
  path: '/api/admin/law-changes/:id/decisions',
  access: 'admin',
  errors: ['state_conflict'],
  summary:
    'Decides about items: still valid, or outdated. Outdated questions, and questions of outdated base texts, leave new mock exams, practice and review. The same creationKey is the same decision.',
  body: z.object({
    decision: z.enum(['valid', 'outdated']),
    items: z
      .array(rowId)
      .check(
        z.minLength(1, 'Escolha os itens.'),
        z.maxLength(LAW_DECISION_ITEMS_MAX, `Escolha no máximo ${LAW_DECISION_ITEMS_MAX} itens.`),
      ),
    creationKey: z.uuid(),
  }),
  response: change,
});

export const undoLawDecision = endpoint({
  method: 'POST',
  path: '/api/admin/law-decisions/:id/undo',
  access: 'admin',
  errors: ['state_conflict'],
  summary: 'Takes a decision back: questions get their status of before unless it was changed since.',
  response: change,
});

export const undoLawChange = endpoint({
  method: 'POST',
  path: '/api/admin/law-changes/:id/undo',
  access: 'admin',
  errors: ['state_conflict'],
  summary: 'Takes the new texts of an amendment back. Decisions about items stay; each has its own undo.',
  response: change,
});
