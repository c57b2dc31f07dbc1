import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { EXAM_LINK_MAX, EXAM_NAME_MAX } from '#contract/limits.ts';
import { id, instant, paging, requiredText, revision, text } from '#contract/shapes.ts';

export const exam = z.object({
  id,
  name: z.string(),
  organisation: z.string(),
  /** A calendar day in America/Sao_Paulo. */
  date: z.string(),
  link: z.nullable(z.string()),
  /** Days from today (America/Sao_Paulo); 0 is today, negative is over. */
  daysLeft: z.number(),
  /** This is the exam one studies for. */
  followed: z.boolean(),
});
export type Exam = z.output<typeof exam>;

export const adminExam = z.object({
  ...exam.shape,
  /** The day on which the edital was published; laws are shown as they were in force on it. */
  noticeDate: z.nullable(z.string()),
  followers: z.number(),
  version: z.number(),
  updatedAt: instant,
});
export type AdminExam = z.output<typeof adminExam>;

const fields = {
  name: requiredText(EXAM_NAME_MAX, 'Informe o nome da prova.'),
  organisation: requiredText(EXAM_NAME_MAX, 'Informe a banca ou o órgão.'),
  date: z.iso.date('Informe a data da prova.'),
  /** Left out: as it is, or none for a new exam. */
  noticeDate: z.optional(z.nullable(z.iso.date('Informe a data de publicação do edital.'))),
  link: z.nullable(
    text(EXAM_LINK_MAX).check(
      z.trim(),
      z.refine((value) => /^https?:\/\/[^\s/?#]+\.[^\s]+$/i.test(value), {
        error: 'Informe um endereço que comece com https://.',
      }),
    ),
  ),
};

export const listExams = endpoint({
  method: 'GET',
  path: '/api/exams',
  access: 'signedIn',
  summary: 'Exams still to come, soonest first; the one that is followed is marked.',
  response: z.array(exam),
});

export const followExam = endpoint({
  method: 'POST',
  path: '/api/exams/:id/follow',
  access: 'signedIn',
  summary: 'Makes an exam the one to study for; it replaces another.',
});

export const unfollowExam = endpoint({
  method: 'DELETE',
  path: '/api/exams/:id/follow',
  access: 'signedIn',
  summary: 'Stops following an exam.',
});

export const listExamsForAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/exams',
  access: 'admin',
  summary: 'All exams, the latest date first, with how many follow each.',
  query: z.object(paging),
  response: z.array(adminExam),
});

export const getExamForAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/exams/:id',
  access: 'admin',
  summary: 'One exam as it stands now.',
  response: adminExam,
});

export const createExam = endpoint({
  method: 'POST',
  path: '/api/admin/exams',
  access: 'admin',
  summary: 'Adds an exam that is still to come. The same creationKey is the same exam.',
  body: z.object({ ...fields, link: z._default(fields.link, null), creationKey: z.optional(z.uuid()) }),
  response: adminExam,
  alsoAnswers: [201],
});

export const updateExam = endpoint({
  method: 'PUT',
  path: '/api/admin/exams/:id',
  access: 'admin',
  errors: ['version_conflict'],
  summary: 'Changes an exam; 409 when `version` is no longer the newest.',
  body: z.object({ ...fields, version: revision }),
  response: adminExam,
});

export const deleteExam = endpoint({
  method: 'DELETE',
  path: '/api/admin/exams/:id',
  access: 'admin',
  summary: 'Removes an exam; nobody follows it any more.',
});
