import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { SUBJECT_NAME_MAX } from '#contract/limits.ts';
import { id, requiredText, rowId } from '#contract/shapes.ts';

export const subject = z.object({ id, name: z.string(), lessonCount: z.number() });
export type Subject = z.output<typeof subject>;

const naming = z.object({ name: requiredText(SUBJECT_NAME_MAX, 'Escreva o nome da matéria.') });

export const listSubjects = endpoint({
  method: 'GET',
  path: '/api/subjects',
  access: 'signedIn',
  summary: 'Subjects by name.',
  response: z.array(subject),
});

export const createSubject = endpoint({
  method: 'POST',
  path: '/api/subjects',
  access: 'author',
  errors: ['conflict', 'subject_exists'],
  summary:
    'Creates a subject; 409 `subject_exists` carries the one that has this name, without regard to case and accents.',
  body: naming,
  response: subject,
  alsoAnswers: [201],
});

export const renameSubject = endpoint({
  method: 'PATCH',
  path: '/api/subjects/:id',
  access: 'admin',
  errors: ['subject_exists'],
  summary: 'Renames a subject.',
  body: naming,
  response: subject,
});

export const mergeSubject = endpoint({
  method: 'POST',
  path: '/api/subjects/:id/merge',
  access: 'admin',
  errors: ['subject_gone', 'subject_in_use'],
  summary: 'Moves everything of a subject into another one and removes it.',
  body: z.object({ into: rowId }),
  response: subject,
});

export const deleteSubject = endpoint({
  method: 'DELETE',
  path: '/api/subjects/:id',
  access: 'admin',
  errors: ['subject_in_use'],
  summary: 'Removes a subject that nothing stands on; 409 `subject_in_use` counts what does.',
});
