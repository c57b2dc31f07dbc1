import * as z from 'zod/mini';
import { cpf } from '#contract/cpf.ts';
import { endpoint } from '#contract/endpoint.ts';
import { familyName, personName } from '#contract/names.ts';
import { email, id, instant, rowId, stored, text } from '#contract/shapes.ts';
import { HOUR_MS } from '#contract/time.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from './people.ts';

/* Import of people from a spreadsheet whose columns are mapped, in the background. */

export const importFields = [
  'skip',
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'cpf',
  'offer',
  'accessUntil',
  'price',
  'note',
] as const;
export type ImportField = (typeof importFields)[number];

/** How long an import can be undone, if none of its people has signed in. */
export const IMPORT_UNDO_MS = 24 * HOUR_MS;
export const IMPORT_COLUMNS_MAX = 60;
const CELL_MAX = 500;

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Informe uma data.'));

/** What a line brings. All but name and e-mail may be missing. */
export const importedPerson = z.object({
  line: rowId,
  firstName: personName,
  lastName: familyName,
  email,
  phone: z.nullable(text(40)),
  /** Stored encrypted. */
  cpf: z._default(z.nullable(cpf), null),
  /** Null: the default offer. */
  offerId: z.nullable(id),
  /** Null: as the offer says. */
  accessUntil: z.nullable(day),
  /** As typed: a note of the enrolment, never money received. */
  price: z.nullable(text(40)),
  note: z.nullable(text(CELL_MAX)),
});
export type ImportedPerson = z.output<typeof importedPerson>;

const previewRow = z.object({
  line: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** Null: the line has none, or it is left out. */
  cpf: z.nullable(z.string()),
  /** The CPF of the line is wrong or belongs to another person: the line enters without it. */
  isCpfLeftOut: z.boolean(),
  offerId: z.nullable(z.int()),
  offerName: z.nullable(z.string()),
  accessUntil: z.nullable(z.string()),
  price: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Why the line does not enter; null: it does. */
  problem: z.nullable(z.string()),
  /** What of the line is not as it was typed. */
  warning: z.nullable(z.string()),
  /** The person has an account: no invitation. */
  isKnown: z.boolean(),
  /** An earlier line that has the same e-mail, which is the problem of this one. */
  doubleOf: z.optional(z.int()),
  /** The offer and the end of access as typed, so that a corrected line is checked with them. */
  typedOffer: z.optional(z.string()),
  typedUntil: z.optional(z.string()),
});
export type PeoplePreviewRow = z.output<typeof previewRow>;

export const previewPeople = endpoint({
  method: 'POST',
  path: '/api/admin/people-imports/preview',
  access: 'office',
  errors: ['columns_unknown'],
  summary:
    'Reads a CSV or .xlsx (multipart field `file`; `mapping`: field names by column, as JSON) and says what each line becomes. Nothing is stored.',
  bodyType: 'multipart',
  bodyLimit: IMPORT_MAX_BYTES + 64 * 1024,
  response: z.object({
    /** The sample of a column with CPFs is empty. */
    columns: z.array(z.object({ name: z.string(), sample: z.string(), field: stored(z.enum(importFields), 'skip') })),
    /** The mapping of an earlier import was used. */
    isRemembered: z.boolean(),
    /** Rows above the names of the columns. */
    titles: z.array(z.string()),
    rows: z.array(previewRow),
  }),
});
export type PeoplePreview = z.output<(typeof previewPeople)['response']>;

/** How many corrected lines are checked at once. */
export const IMPORT_CHECKED_MAX = 50;

/** A line as it was typed, with its corrections. */
const typedLine = z.object({
  line: rowId,
  firstName: text(CELL_MAX),
  lastName: text(CELL_MAX),
  email: text(CELL_MAX),
  phone: z.nullable(text(40)),
  cpf: text(40),
  /** Its CPF was left out, and none was typed in its place. */
  isCpfLeftOut: z.boolean(),
  offer: text(CELL_MAX),
  accessUntil: text(40),
  price: z.nullable(text(40)),
  note: z.nullable(text(CELL_MAX)),
});
export type TypedLine = z.output<typeof typedLine>;

export const checkPeopleLines = endpoint({
  method: 'POST',
  path: '/api/admin/people-imports/lines',
  access: 'office',
  summary:
    'Says what corrected lines of a preview become, as the preview does; only the preview knows lines with the same e-mail or CPF. Nothing is stored.',
  bodyLimit: 256 * 1024,
  body: z.object({ lines: z.array(typedLine).check(z.minLength(1), z.maxLength(IMPORT_CHECKED_MAX)) }),
  response: z.object({ rows: z.array(previewRow) }),
});

const count = z.int();
const peopleImport = z.object({
  id,
  fileName: z.string(),
  at: instant,
  by: z.nullable(z.string()),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  total: count,
  created: count,
  extended: count,
  unchanged: count,
  refused: z.array(z.object({ line: count, email: z.string(), message: z.string() })),
  /** Lines that entered, but not with everything that they brought. */
  remarks: z.optional(z.array(z.object({ line: count, email: z.string(), message: z.string() }))),
  /** Invitations: how many of those created have been sent one. */
  invited: count,
  lettersAt: z.nullable(instant),
  undoUntil: instant,
  /** Null: it can be undone. Else why not. */
  notUndoable: z.nullable(z.enum(['too_late', 'signed_in', 'running', 'undone'])),
});
export type PeopleImport = z.output<typeof peopleImport>;

const importParams = z.object({ id });

export const startPeopleImport = endpoint({
  method: 'POST',
  path: '/api/admin/people-imports',
  access: 'office',
  summary: 'Enrols people in the background. No letter leaves. The same creationKey is the same import.',
  bodyLimit: 8 * 1024 * 1024,
  body: z.object({
    creationKey: z.uuid(),
    fileName: text(200),
    /** The field of each column by its name, for the next time. */
    mapping: z.record(z.string().check(z.maxLength(100)), z.enum(importFields)),
    takesSeat: z._default(z.boolean(), false),
    people: z.array(importedPerson).check(z.minLength(1), z.maxLength(IMPORT_MAX_ROWS)),
  }),
  response: peopleImport,
});

export const getPeopleImport = endpoint({
  method: 'GET',
  path: '/api/admin/people-imports/:id',
  access: 'office',
  summary: 'How far an import is, and what can be done with it.',
  params: importParams,
  response: peopleImport,
});

export const sendImportLetters = endpoint({
  method: 'POST',
  path: '/api/admin/people-imports/:id/letters',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Sends the invitations of an import, one letter a person. A repeat sends nothing twice.',
  params: importParams,
});

export const undoPeopleImport = endpoint({
  method: 'POST',
  path: '/api/admin/people-imports/:id/undo',
  access: 'admin',
  errors: ['state_conflict'],
  summary:
    'Takes an import back: accounts, links and longer access. Until the first of them has signed in, a day at most.',
  params: importParams,
});
