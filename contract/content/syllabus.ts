import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import {
  QUESTION_LABEL_MAX,
  SUBJECT_NAME_MAX,
  SYLLABUS_BODY_MAX,
  SYLLABUS_SUBJECTS_MAX,
  SYLLABUS_TEXT_MAX,
  SYLLABUS_TOPICS_MAX,
  WRONG_POINTS_MOST,
} from '#contract/limits.ts';
import { id, instant, requiredText, revision, rowId, stored, text } from '#contract/shapes.ts';

/** What the number beside each topic means: a count of questions, or a share of all of them. */
const measure = z.enum(['questions', 'weight']);
export type SyllabusMeasure = z.output<typeof measure>;

const amount = (max: number) => z.number().check(z.gte(0), z.lte(max));
const topicName = requiredText(QUESTION_LABEL_MAX, 'Escreva o nome do assunto.').check(
  z.refine((value) => !value.includes('>'), { error: 'O nome não pode ter o sinal ">".' }),
);

/** A topic of the school's tree, or a name that becomes one. */
const writtenTopic = {
  topicId: z.nullable(rowId),
  name: topicName,
  /** Questions or weight, as the syllabus measures; 0 is a heading. */
  amount: amount(500),
};

const writtenSubject = z.object({
  subjectId: z.nullable(rowId),
  name: requiredText(SUBJECT_NAME_MAX, 'Escreva o nome da matéria.'),
  /** What one of its questions is worth. */
  points: z._default(z.number().check(z.gte(0.1), z.lte(100)), 1),
  /** Right answers below which a candidate is out, whatever the rest. */
  minimum: z._default(z.nullable(amount(500)), null),
  topics: z
    .array(
      z.object({
        ...writtenTopic,
        subtopics: z._default(z.array(z.object(writtenTopic)).check(z.maxLength(SYLLABUS_TOPICS_MAX)), []),
      }),
    )
    .check(z.maxLength(SYLLABUS_TOPICS_MAX)),
});

const head = {
  measure,
  /** How many questions the exam has, where topics carry weights. */
  totalQuestions: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(1000))),
  /** Points that pass; null where the edital gives none. */
  passMark: z.nullable(amount(100_000)),
};

/** What a wrong answer costs, in questions: −1 takes a right answer back. Null: the rule is unknown. */
const wrongPoints = z.nullable(z.number().check(z.gte(-WRONG_POINTS_MOST), z.lte(0)));

const syllabusTopic = z.object({
  topicId: z.number(),
  /** Null for a topic of the subject itself. */
  parentId: z.nullable(z.number()),
  name: z.string(),
  amount: z.number(),
  /** How many questions of it are expected, whatever the measure. */
  questions: z.number(),
  /** Lessons and active questions of the bank that belong to it, subtopics that stand for themselves left out. */
  lessonCount: z.number(),
  questionCount: z.number(),
});
export type SyllabusTopic = z.output<typeof syllabusTopic>;

const syllabus = z.object({
  examId: z.number(),
  examName: z.string(),
  /** 0: no syllabus exists. */
  version: z.number(),
  updatedAt: z.nullable(instant),
  ...head,
  wrongPoints,
  measure: stored(measure, 'questions'),
  subjects: z.array(
    z.object({
      subjectId: z.number(),
      name: z.string(),
      points: z.number(),
      minimum: z.nullable(z.number()),
      /** Each topic followed by its subtopics. */
      topics: z.array(syllabusTopic),
    }),
  ),
  /** Topics that nothing teaches, and topics that nothing asks. */
  withoutLesson: z.number(),
  withoutQuestion: z.number(),
});
export type Syllabus = z.output<typeof syllabus>;

export const getSyllabus = endpoint({
  method: 'GET',
  path: '/api/teacher/exams/:id/syllabus',
  access: 'author',
  summary: "An exam's syllabus with what teaches and asks each topic; version 0 where nobody has made one.",
  response: syllabus,
});

const syllabusGap = z.object({
  examId: z.number(),
  name: z.string(),
  date: z.string(),
  topics: z.number(),
  withoutLesson: z.number(),
  withoutQuestion: z.number(),
});
export type SyllabusGap = z.output<typeof syllabusGap>;

export const listSyllabi = endpoint({
  method: 'GET',
  path: '/api/teacher/syllabi',
  access: 'author',
  summary:
    'Syllabi of exams still to come, soonest first, with their gaps; with `past` those of past exams behind them.',
  query: z.object({ past: z.optional(z.literal('true')) }),
  response: z.array(syllabusGap),
});

export const exportSyllabus = endpoint({
  method: 'GET',
  path: '/api/teacher/exams/:id/syllabus.csv',
  access: 'author',
  summary: 'The syllabus as a table: subject, topic, subtopic, questions, minimum, lessons, questions of the bank.',
  work: 'export',
  weight: 20,
  response: binary,
});

export const saveSyllabus = endpoint({
  method: 'PUT',
  path: '/api/admin/exams/:id/syllabus',
  access: 'admin',
  errors: ['version_conflict', 'subject_gone', 'topic_gone'],
  summary:
    'Puts a syllabus in the place of the one with `version` (0: there is none yet). Names without an id become topics of the school.',
  body: z.object({
    version: revision,
    ...head,
    /** Left out: unknown. */
    wrongPoints: z._default(wrongPoints, null),
    subjects: z.array(writtenSubject).check(z.maxLength(SYLLABUS_SUBJECTS_MAX)),
  }),
  bodyLimit: SYLLABUS_BODY_MAX,
  response: syllabus,
});

const known = z.object({ id, name: z.string() });
const parsedTopic = {
  topicId: z.nullable(z.number()),
  name: z.string(),
  /** What the school has that is written most like it, where nothing has this very name. */
  like: z.nullable(known),
  amount: z.number(),
};

const parsedSubject = z.object({
  subjectId: z.nullable(z.number()),
  name: z.string(),
  /** How many questions the text says it has. */
  questions: z.nullable(z.number()),
  topics: z.array(z.object({ ...parsedTopic, subtopics: z.array(z.object(parsedTopic)) })),
});
export type ParsedSubject = z.output<typeof parsedSubject>;

export const parseSyllabus = endpoint({
  method: 'POST',
  path: '/api/admin/syllabus/parse',
  access: 'admin',
  summary:
    "Reads an edital's text, indented or numbered, as a tree of subjects and topics, each with what the school has of that name. Stores nothing.",
  body: z.object({ text: text(SYLLABUS_TEXT_MAX) }),
  bodyLimit: SYLLABUS_BODY_MAX,
  response: z.object({
    subjects: z.array(parsedSubject),
    /** Lines that were left out because there are too many, or they are too long. */
    leftOut: z.number(),
  }),
});

/** What a file says of its pages that are pictures. */
export const scannedFile = {
  /** Pages without text, which were not read. */
  scannedPages: z.number(),
  /** Text of the file was recognised in pictures: it has to be checked. */
  isRecognised: z.boolean(),
};

export const readSyllabusFile = endpoint({
  method: 'POST',
  path: '/api/admin/syllabus/file',
  access: 'admin',
  summary:
    'Reads the text of an edital in PDF (form field `file`), from where its programme begins, with the counts of questions that the text before it gives. Pages that are pictures are recognised where the form field `recognise` is "true". Stores nothing.',
  bodyType: 'multipart',
  response: z.object({
    text: z.string(),
    /** The end of the programme was left out: it is too long. */
    isCut: z.boolean(),
    ...scannedFile,
  }),
});
