import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import { id, requiredText, rowId } from '#contract/shapes.ts';

/** Between the parts of a topic's path, where a file or a list writes it as one text: 'Regência > Crase'. */
export const TOPIC_SEPARATOR = ' > ';

const topic = z.object({
  id,
  subjectId: id,
  /** Null for a topic of the subject itself; a subtopic has no others below it. */
  parentId: z.nullable(id),
  name: z.string(),
  /** Questions of the bank and lessons of exactly this topic, without its subtopics. */
  questionCount: z.number(),
  lessonCount: z.number(),
});
export type Topic = z.output<typeof topic>;

const name = requiredText(QUESTION_LABEL_MAX, 'Escreva o nome do assunto.').check(
  z.refine((value) => !value.includes('>'), { error: 'O nome não pode ter o sinal ">".' }),
);

export const listTopics = endpoint({
  method: 'GET',
  path: '/api/teacher/topics',
  access: 'author',
  summary: 'The topics of a subject in natural order, each followed by its subtopics.',
  query: z.object({ subjectId: id }),
  response: z.array(topic),
});

export const createTopic = endpoint({
  method: 'POST',
  path: '/api/teacher/topics',
  access: 'author',
  errors: ['subject_gone', 'topic_gone', 'topic_exists'],
  summary: 'A new topic of a subject, or a subtopic; 409 `topic_exists` carries the one that has this name there.',
  body: z.object({ subjectId: rowId, parentId: z._default(z.nullable(rowId), null), name }),
  response: topic,
  alsoAnswers: [201],
});

export const changeTopic = endpoint({
  method: 'PATCH',
  path: '/api/teacher/topics/:id',
  access: 'author',
  errors: ['subject_gone', 'topic_gone', 'topic_exists'],
  summary: 'Renames a topic or moves it, with its subtopics, questions, lessons and draws, all at once.',
  body: z.object({
    name: z.optional(name),
    /** Left out: as it stands. */
    subjectId: z.optional(rowId),
    parentId: z.optional(z.nullable(rowId)),
  }),
  response: topic,
});

export const mergeTopic = endpoint({
  method: 'POST',
  path: '/api/teacher/topics/:id/merge',
  access: 'author',
  errors: ['topic_gone'],
  summary: 'Moves everything of a topic into another one and removes it.',
  body: z.object({ into: rowId }),
  response: topic,
});

export const deleteTopic = endpoint({
  method: 'DELETE',
  path: '/api/teacher/topics/:id',
  access: 'author',
  errors: ['topic_in_use'],
  summary: 'Removes a topic that nothing stands on; 409 `topic_in_use` counts what does.',
});
