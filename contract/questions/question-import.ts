import * as z from 'zod/mini';
import { scannedFile } from '#contract/content/syllabus.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  IMPORT_COLUMNS_MAX,
  IMPORT_KEYS_MAX,
  IMPORT_TOPICS_SHOWN,
  QUESTION_LABEL_MAX,
  QUESTION_TAG_MAX,
  SUBJECT_NAME_MAX,
} from '#contract/limits.ts';
import { questionStatus } from '#contract/question-status.ts';
import { id, instant, paging, rowId, stored, text } from '#contract/shapes.ts';
import { tableField } from './question-columns.ts';
import { examOfQuestion, questionContent, questionOrigin, yearOfQuestion } from './question-content.ts';
import { comparedQuestion, pairVerdict } from './question-pairs.ts';
import { difficulty, questionFormat } from './question-shapes.ts';

export const questionFileKind = z.enum(['csv', 'xlsx', 'gift', 'moodle', 'aiken', 'docx', 'text', 'pdf']);
export type QuestionFileKind = z.output<typeof questionFileKind>;

const importTable = z.object({
  /** The row with the names of the columns, as the spreadsheet counts; 0 where every row is a question. */
  headerLine: z.number(),
  columns: z.array(
    z.object({
      header: z.string(),
      /** The first that stands in it. */
      sample: z.string(),
      /** Null: it is not imported. */
      field: stored(z.nullable(tableField), null),
      /** How it came to its field: by its name, by what the school said before, or by its content. */
      by: stored(z.nullable(z.enum(['name', 'memory', 'guess'])), null),
    }),
  ),
  /** What a question needs and no column has. */
  missing: z.array(tableField),
});
export type ImportTable = z.output<typeof importTable>;

export const questionImport = z.object({
  id: z.number(),
  fileName: z.string(),
  fileKind: stored(questionFileKind, 'csv'),
  /** Only for a spreadsheet. */
  table: z.nullable(importTable),
  remarks: z.array(z.string()),
  state: z.enum(['preview', 'importing', 'done']),
  /** Entries of the file. */
  total: z.number(),
  problemCount: z.number(),
  duplicateCount: z.number(),
  /** Those that a confirmation stores. */
  readyCount: z.number(),
  /** How many of them resemble a question of the bank and are undecided. */
  alikeCount: z.number(),
  /** The comparison with the bank is through. */
  isCompared: z.boolean(),
  /** Entries whose key an answer sheet brings or has brought. */
  keylessCount: z.number(),
  /** The numbers of the questions that the answer sheet calls annulled and that stay out. They are no problems. */
  annulled: z.optional(z.array(z.number())),
  /** Subjects that the import would make. */
  newSubjects: z.array(z.string()),
  /** Texts for topics that no topic of their subject has, the first of them, with what may have been meant. */
  newTopics: z.array(
    z.object({
      subject: z.string(),
      topic: z.string(),
      questionCount: z.number(),
      proposal: z.nullable(z.object({ id: z.number(), name: z.string(), parentName: z.nullable(z.string()) })),
      /** What was chosen instead of a new topic. */
      topicId: z.nullable(z.number()),
    }),
  ),
  /** Pages of an exam in PDF that can be shown; 0 of other files. */
  pageCount: z.number(),
  /** The recognition of pages that are pictures; null of other files and when it is done. */
  scan: z.optional(
    z.nullable(
      z.object({
        /** Pages to recognise, and how many are done. */
        pages: z.number(),
        recognised: z.number(),
        state: stored(z.enum(['offered', 'running', 'failed']), 'failed'),
        /** Why it failed. */
        problem: z.nullable(z.string()),
      }),
    ),
  ),
  processed: z.number(),
  imported: z.nullable(z.number()),
  createdAt: instant,
});
export type QuestionImport = z.output<typeof questionImport>;

const importedQuestion = z.object({
  format: stored(questionFormat, 'plain'),
  /** Left out in imports from before there were such texts. */
  baseText: z.optional(
    z.nullable(z.object({ title: z.string(), format: stored(questionFormat, 'plain'), text: z.string() })),
  ),
  questionText: z.string(),
  comment: z.string(),
  options: z.array(z.object({ optionText: z.string(), comment: z.string(), isCorrect: z.boolean() })),
  subject: z.string(),
  topic: z.string(),
  source: z.string(),
  /** Left out in imports from before there were any. */
  organ: z.optional(z.string()),
  post: z.optional(z.string()),
  year: z.nullable(z.number()),
  difficulty: stored(z.nullable(difficulty), null),
  status: stored(questionStatus, 'outdated'),
  statusReason: z.string(),
  /** Left out in imports from before there were any. */
  tags: z.optional(z.array(z.string())),
});

/** A part of a question of an exam: its statement, the text that it shares with others, or the letter of an option. */
export const importPart = z.enum(['statement', 'base', 'A', 'B', 'C', 'D', 'E', 'F']);
export type ImportPart = z.output<typeof importPart>;

const importEntry = z.object({
  position: z.number(),
  line: z.number(),
  /** The number that an answer sheet calls it by; null in imports from before there were any. */
  number: z.nullable(z.number()),
  excerpt: z.string(),
  question: z.nullable(importedQuestion),
  problem: z.nullable(z.string()),
  /** Only for an entry with a problem: what could be read, to be corrected. */
  unfinished: z.nullable(importedQuestion),
  duplicate: z.nullable(z.enum(['file', 'bank'])),
  /** The question of the bank that it resembles most. */
  alike: z.nullable(z.object({ likeness: z.number(), question: comparedQuestion })),
  /** What the author said of the two; the same stays out. */
  verdict: stored(z.nullable(pairVerdict), null),
  /** The author has decided that it stays out. */
  isLeftOut: z.boolean(),
  /** The answer sheet calls it annulled. It stays out unless the author marks its right option. */
  isAnnulled: z.optional(z.boolean()),
  /** The pieces of lines that it was read from, by the line's number in the exam; null of other files. */
  pieces: z.nullable(
    z.array(
      z.object({
        part: stored(importPart, 'statement'),
        page: z.number(),
        line: z.number(),
        from: z.number(),
        to: z.number(),
      }),
    ),
  ),
});
export type ImportEntry = z.output<typeof importEntry>;

export const uploadQuestionFile = endpoint({
  method: 'POST',
  path: '/api/teacher/question-imports',
  access: 'author',
  summary:
    'Reads a file of questions (form field `file`: .xlsx, CSV, Moodle XML, GIFT, Aiken, .docx, PDF or text; `name` helps to tell) and keeps it for the preview; stores no question.',
  bodyType: 'multipart',
  response: questionImport,
  alsoAnswers: [201],
});

export const getQuestionImport = endpoint({
  method: 'GET',
  path: '/api/teacher/question-imports/:id',
  access: 'author',
  summary: "One's import: counts, state and progress.",
  response: questionImport,
});

export const listImportEntries = endpoint({
  method: 'GET',
  path: '/api/teacher/question-imports/:id/entries',
  access: 'author',
  summary: 'The questions of an import before they are stored, in the order of the file.',
  query: z.object({
    ...paging,
    only: z._default(z.enum(['all', 'ready', 'problems', 'keyless', 'annulled', 'duplicates', 'alike']), 'all'),
  }),
  response: z.array(importEntry),
});

export const chooseImportColumns = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/columns',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Says what each column of a spreadsheet is (null: nothing) and reads it again; the school remembers it.',
  body: z.object({
    headerLine: z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)),
    /** By the place of the column. */
    fields: z
      .array(z.nullable(tableField))
      .check(z.maxLength(IMPORT_COLUMNS_MAX, `Uma planilha tem no máximo ${IMPORT_COLUMNS_MAX} colunas.`)),
  }),
  response: questionImport,
});

export const decideImportEntry = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/entries/:position',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Says what an entry is to the question of the bank that it resembles; the same stays out of the import.',
  params: z.object({ id, position: id }),
  body: z.object({ verdict: pairVerdict }),
  response: questionImport,
});

export const correctImportEntry = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/entries/:position/question',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Puts right an entry that could not be taken, and checks it again. Its supporting text stays as it was read.',
  params: z.object({ id, position: id }),
  body: z.object({
    ...questionContent,
    subject: z._default(text(SUBJECT_NAME_MAX).check(z.trim()), ''),
    ...questionOrigin,
    ...examOfQuestion,
  }),
  bodyLimit: 512 * 1024,
  response: questionImport,
});

export const chooseImportTopics = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/topics',
  access: 'author',
  errors: ['state_conflict', 'topic_gone'],
  summary: 'How the topics of an import are to be understood: as topics of the school, or as new ones (null).',
  body: z.object({
    choices: z
      .array(
        z.object({
          subject: text(SUBJECT_NAME_MAX),
          topic: text(QUESTION_LABEL_MAX),
          topicId: z.nullable(rowId),
        }),
      )
      .check(z.maxLength(IMPORT_TOPICS_SHOWN, `Escolha no máximo ${IMPORT_TOPICS_SHOWN} de uma vez.`)),
  }),
  response: questionImport,
});

/** A sentence about one question of an answer sheet, or about the sheet where `number` is null. */
const keyProblem = z.object({ number: z.nullable(z.number()), text: z.string() });

const keysOutcome = z.object({
  import: questionImport,
  /** Questions that have their key now, annulled ones included. */
  matched: z.number(),
  annulled: z.array(z.number()),
  problems: z.array(keyProblem),
  /** The types of the exam that the sheet has; empty where it has one. Nothing is applied until one is named. */
  types: z.array(z.string()),
});
export type KeysOutcome = z.output<typeof keysOutcome>;

export const applyImportKeys = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/keys',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Matches a pasted answer sheet with the entries that have no key, by number. What does not fit is named and stays without a key. Another sheet replaces the keys of the one before.',
  body: z.object({
    text: text(IMPORT_KEYS_MAX).check(z.minLength(1, 'Cole o gabarito.')),
    /** The type of the exam, as `types` names it. */
    type: z._default(z.nullable(text(SUBJECT_NAME_MAX)), null),
  }),
  response: keysOutcome,
});

export const fillImportLabels = endpoint({
  method: 'PUT',
  path: '/api/teacher/question-imports/:id/labels',
  access: 'author',
  errors: ['state_conflict'],
  summary:
    'Fills the empty labels of all entries of an import. Labels that an entry has stay; the tag is added to all.',
  body: z.object({
    subject: z._default(text(SUBJECT_NAME_MAX).check(z.trim()), ''),
    source: z._default(text(QUESTION_LABEL_MAX).check(z.trim()), ''),
    organ: z._default(text(QUESTION_LABEL_MAX).check(z.trim()), ''),
    post: z._default(text(QUESTION_LABEL_MAX).check(z.trim()), ''),
    year: z._default(z.nullable(yearOfQuestion), null),
    tag: z._default(text(QUESTION_TAG_MAX).check(z.trim()), ''),
  }),
  response: questionImport,
});

export const readKeyFile = endpoint({
  method: 'POST',
  path: '/api/teacher/question-imports/key-file',
  access: 'author',
  summary:
    'Reads the text of an answer sheet (form field `file`: PDF, .docx, .xlsx or text). Pages that are pictures are recognised where the form field `recognise` is "true". Stores nothing.',
  bodyType: 'multipart',
  response: z.object({ text: z.string(), ...scannedFile }),
});

export const recogniseImportPages = endpoint({
  method: 'POST',
  path: '/api/teacher/question-imports/:id/recognition',
  access: 'author',
  summary: 'Recognises the text of the scanned pages of an exam in the background. Twice is once.',
  response: questionImport,
});

export const confirmQuestionImport = endpoint({
  method: 'POST',
  path: '/api/teacher/question-imports/:id/confirm',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Stores the questions that are ready, all of them or none. Twice is once.',
  response: questionImport,
});

export const discardQuestionImport = endpoint({
  method: 'DELETE',
  path: '/api/teacher/question-imports/:id',
  access: 'author',
  errors: ['state_conflict'],
  summary: 'Forgets an import that was not confirmed.',
});
