import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/shapes.ts';

const count = z.number();

export const systemState = z.object({
  version: z.string(),
  node: z.string(),
  startedAt: instant,
  /** The workers on this machine; null when a single process serves. */
  workers: z.nullable(
    z.object({
      wanted: count,
      running: z.array(z.object({ version: z.string(), startedAt: instant })),
      /** The last time that all were to be replaced. `failed`: the new release did not start, the old ones go on. */
      roll: z.nullable(z.object({ at: instant, state: z.enum(['running', 'done', 'failed']) })),
    }),
  ),
  /** How far this machine's clock is from the database's. */
  clockSkewSeconds: z.number(),
  database: z.object({ version: z.string(), bytes: count, migrations: count }),
  /** The state of the replica, from which calls that may lag are read; null: there is no replica. */
  replica: z.nullable(z.object({ state: z.enum(['ready', 'away', 'behind']), lagSeconds: z.nullable(z.number()) })),
  /** The connection pool of this process. */
  pool: z.object({ busy: count, idle: count, waiting: count }),
  /** Background work by kind. */
  queues: z.array(z.object({ name: z.string(), waiting: count, running: count, retrying: count, failed: count })),
  storage: z.object({
    kind: z.enum(['disk', 's3']),
    /** Measured once a day. */
    measured: z.nullable(z.object({ at: instant, files: count, bytes: count })),
  }),
  /** Only for a restored copy: e-mails that are paused until an administrator releases them. */
  heldMail: z.nullable(z.object({ restoredAt: instant, waiting: count })),
  /** E-mails that were stored because there was no mail server, and whether they can be sent now. */
  storedMail: z.optional(
    z.object({
      /** A mail server is configured. */
      isSent: z.boolean(),
      /** The code of a test mail was entered since. */
      isProven: z.boolean(),
      kinds: z.array(z.object({ kind: z.string(), count, oldestAt: instant })),
    }),
  ),
  /** Messages to devices in the last seven days, and the devices there are. `removed`: nothing reaches them any more. */
  push: z.object({ devices: count, sent: count, failed: count, removed: count }),
  lastBackup: z.nullable(z.object({ at: instant, bytes: count, rows: count, files: count })),
  /** The last run of each piece of upkeep, with what it did. */
  upkeep: z.array(z.object({ name: z.string(), at: instant, result: z.record(z.string(), count) })),
});
export type SystemState = z.output<typeof systemState>;

export const getSystemState = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  access: 'admin',
  summary: 'Version, database, queues, storage, upkeep and the last backup.',
  response: systemState,
});

export const failedMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** `failed`: given up; `retry`: retried automatically at `nextTryAt`. */
  state: z.enum(['failed', 'retry']),
  tries: count,
  createdAt: instant,
  nextTryAt: z.nullable(instant),
  error: z.string(),
});
export type FailedMail = z.output<typeof failedMail>;

export const listFailedMails = endpoint({
  method: 'GET',
  path: '/api/admin/system/failed-mails',
  access: 'admin',
  summary: 'E-mails that could not be sent, newest first; at most 100.',
  response: z.array(failedMail),
});

export const retryFailedMail = endpoint({
  method: 'POST',
  path: '/api/admin/system/failed-mails/:id/retry',
  access: 'admin',
  summary: 'Sends one again now.',
  params: z.object({ id: z.uuid() }),
});

export const retryFailedMails = endpoint({
  method: 'POST',
  path: '/api/admin/system/failed-mails/retry',
  access: 'admin',
  summary: 'Sends all of them again now.',
  response: z.object({ retried: count }),
});

export const releaseStoredMails = endpoint({
  method: 'POST',
  path: '/api/admin/system/stored-mails/release',
  access: 'admin',
  errors: ['mail_failed'],
  summary: 'Sends the e-mails that were stored while there was no mail server, as they read now, or drops them.',
  body: z.object({ send: z.boolean() }),
});

export const releaseMail = endpoint({
  method: 'POST',
  path: '/api/admin/system/held-mail/release',
  access: 'admin',
  freshProof: true,
  summary: 'Lets the e-mails of a restored copy go, those that wait and those to come. Twice is once.',
});

export const sampleSchool = z.object({
  loadedAt: instant,
  people: count,
  courses: count,
  lessons: count,
  quizzes: count,
  questions: count,
  exams: count,
});
export type SampleSchool = z.output<typeof sampleSchool>;

export const getSampleSchool = endpoint({
  method: 'GET',
  path: '/api/admin/system/sample',
  access: 'admin',
  summary: 'What belongs to the example school; null where there is none.',
  response: z.object({ sample: z.nullable(sampleSchool) }),
});

const taken = z.object({
  removed: count,
  /** Used or changed by real people: it stays, and is the school's own from now on. */
  kept: count,
});

export const sampleRemoval = z.object({
  people: taken,
  courses: taken,
  lessons: taken,
  quizzes: taken,
  questions: taken,
  exams: taken,
  subjects: taken,
});
export type SampleRemoval = z.output<typeof sampleRemoval>;

export const removeSampleSchool = endpoint({
  method: 'POST',
  path: '/api/admin/system/sample/remove',
  access: 'admin',
  summary: 'Takes the example school away. A second time there is nothing to take.',
  response: sampleRemoval,
});
