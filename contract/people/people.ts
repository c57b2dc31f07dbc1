import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { myAccess } from '#contract/money/access.ts';
import { familyName, personName } from '#contract/names.ts';
import { user, userFilters } from '#contract/platform/users.ts';
import { email, id, instant, requiredText, text, userId } from '#contract/shapes.ts';

/* People as the office sees them: one person whole, many at once, and those who come from a file. */

export const BLOCK_REASON_MAX = 300;
export const NOTE_MAX = 2000;
/** Chosen in a list and handled together. */
export const PEOPLE_AT_ONCE = 100;
/** The limit for a CSV. An Excel file may be as large as any file the product reads. */
export const CSV_MAX_BYTES = 2 * 1024 * 1024;
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 5000;
/** Written in with one call: the browser sends the next ones when these are done. */
export const IMPORT_AT_ONCE = 25;

const userParams = z.object({ id: userId });
const many = z
  .array(userId)
  .check(
    z.minLength(1, 'Escolha alguém.'),
    z.maxLength(PEOPLE_AT_ONCE, `Escolha no máximo ${PEOPLE_AT_ONCE} pessoas.`),
  );

/** What could not be done, and to whom. */
const refused = z.array(z.object({ id: userId, message: z.string() }));

export const approveUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/approve',
  access: 'office',
  summary: 'Approves many who wait, each by itself: what one is refused stops no other.',
  body: z.object({ ids: many }),
  response: z.object({ approved: z.number(), refused }),
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users.csv',
  access: 'office',
  mayLag: true,
  freshProof: true,
  summary: 'The people as they are filtered, whole, as CSV.',
  query: z.object(userFilters),
  work: 'export',
  weight: 20,
  response: binary,
});

export const setBlockReason = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/block-reason',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Says why somebody is blocked; they read it at the login. Empty takes it away.',
  params: userParams,
  body: z.object({ reason: text(BLOCK_REASON_MAX).check(z.trim()) }),
});

const note = z.object({ id, text: z.string(), at: instant, by: z.nullable(z.string()), isMine: z.boolean() });
export type OfficeNote = z.output<typeof note>;

const person = z.object({
  ...user.shape,
  emailConfirmed: z.boolean(),
  blockReason: z.string(),
  /** The time is that of the open sessions; the day is stored and outlives them. */
  lastSeenAt: z.nullable(instant),
  lastSeenOn: z.nullable(z.string()),
  access: myAccess,
  /** Newest first, at most 50. */
  orders: z.array(
    z.object({
      id,
      paymentCode: z.string(),
      offer: z.nullable(z.string()),
      amount: z.number(),
      status: z.string(),
      createdAt: instant,
    }),
  ),
  courses: z.array(z.object({ id, title: z.string(), progress: z.number() })),
  attempts: z.array(
    z.object({
      id,
      title: z.string(),
      correctAnswers: z.number(),
      totalQuestions: z.number(),
      passed: z.boolean(),
      closedAt: instant,
    }),
  ),
  sessions: z.array(z.object({ device: z.string(), lastSeenAt: instant })),
  mails: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      sentAt: instant,
      /** There was no mail server: it was stored and not sent. */
      isStored: z.optional(z.boolean()),
    }),
  ),
  notes: z.array(note),
  /** The CPF itself is shown by a call that is recorded. */
  hasCpf: z.boolean(),
});
export type Person = z.output<typeof person>;

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'office',
  summary: 'One person whole: account, orders, access, progress, attempts, sessions, e-mails and notes.',
  params: userParams,
  response: person,
});

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/password-link',
  access: 'office',
  summary: 'Sends the person a link to a new password; it works once, for an hour.',
  params: userParams,
});

export const changeUserEmail = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/email',
  access: 'admin',
  freshProof: true,
  errors: ['email_taken'],
  summary: "Puts another address in the place of a person's; both are told, and links to the old one end.",
  params: userParams,
  body: z.object({ email }),
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/mails/:mailId/resend',
  access: 'office',
  summary: 'Writes an e-mail that the person was sent once more, as it reads now.',
  params: z.object({ id: userId, mailId: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
});

export const endUserAccess = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/end-access',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Ends the access of a student now, with a reason for the record. Money is another matter.',
  params: userParams,
  body: z.object({ reason: requiredText(BLOCK_REASON_MAX, 'Informe o motivo.') }),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  access: 'office',
  summary: 'Writes a note that only the office reads. The same creationKey is the same note.',
  params: userParams,
  body: z.object({ text: requiredText(NOTE_MAX, 'Escreva a anotação.'), creationKey: z.optional(z.uuid()) }),
  response: z.array(note),
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/notes/:noteId',
  access: 'office',
  summary: "Removes the caller's note; administrators remove any.",
  params: z.object({ id: userId, noteId: id }),
  response: z.array(note),
});

const newStudent = z.object({ firstName: personName, lastName: familyName, email });
export type NewStudent = z.output<typeof newStudent>;

export const inviteTeacher = endpoint({
  method: 'POST',
  path: '/api/admin/users/invite-teacher',
  access: 'admin',
  errors: ['email_taken'],
  summary: 'A teacher who is let in at once and gets a letter with the way to a password.',
  body: newStudent,
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/admin/users/import/preview',
  access: 'office',
  errors: ['columns_unknown'],
  summary:
    'Reads a CSV or .xlsx of students (multipart field `file`) and says what of it can be written in. Nothing is kept.',
  bodyType: 'multipart',
  bodyLimit: IMPORT_MAX_BYTES + 64 * 1024,
  response: z.object({
    rows: z.array(
      z.object({
        /** In the file, the first line being its names. */
        line: z.number(),
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        /** Null: can be written in. */
        problem: z.nullable(z.string()),
        /** Has an account already. */
        isKnown: z.boolean(),
      }),
    ),
  }),
});
export type ImportPreview = z.output<(typeof previewImport)['response']>;

export const importStudents = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  access: 'office',
  errors: ['not_found', 'state_conflict'],
  summary: 'Writes students in as a courtesy of an offer, invites them by e-mail, and enrols them in a course if told.',
  body: z.object({
    students: z.array(newStudent).check(z.minLength(1), z.maxLength(IMPORT_AT_ONCE)),
    offerId: z.optional(id),
    courseId: z.optional(id),
    /** Whether each of them takes a seat of the offer. */
    takesSeat: z._default(z.boolean(), false),
  }),
  response: z.object({
    results: z.array(
      z.object({
        email: z.string(),
        outcome: z.enum(['created', 'known', 'refused']),
        message: z.nullable(z.string()),
      }),
    ),
  }),
});
export type ImportResult = z.output<(typeof importStudents)['response']>;

export const enrollGroup = endpoint({
  method: 'POST',
  path: '/api/admin/courses/:id/students',
  access: 'office',
  summary: 'Enrols students in a course; who is in it already stays as they are.',
  params: z.object({ id }),
  body: z.object({ ids: many }),
  response: z.object({ enrolled: z.number(), refused }),
});
