import type { QuestionStatus } from '#contract/question-status.ts';
import {
  type BankAttention,
  type BankSort,
  getBankLabels,
  getBankQuestion,
  getQuestionAnswers,
  type LackingLabel,
  listBankQuestions,
} from '#contract/questions/question-bank.ts';
import type { Difficulty, QuestionKind } from '#contract/questions/question-shapes.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export type BankChoice = {
  search: string;
  subjectId: number | null;
  topicId: number | null;
  source: string;
  organ: string;
  post: string;
  yearFrom: number | null;
  yearTo: number | null;
  lacks: LackingLabel | '';
  attention: BankAttention | '';
  importId: number | null;
  kind: QuestionKind | '';
  difficulty: Difficulty | '';
  status: QuestionStatus | '';
  tag: string;
  sort: BankSort | '';
  order: 'asc' | 'desc';
};

export const everything: BankChoice = {
  search: '',
  subjectId: null,
  topicId: null,
  source: '',
  organ: '',
  post: '',
  yearFrom: null,
  yearTo: null,
  lacks: '',
  attention: '',
  importId: null,
  kind: '',
  difficulty: '',
  status: '',
  tag: '',
  sort: '',
  order: 'desc',
};

/** Whether any filter is set; the order does not count. */
export const isNarrowed = (choice: BankChoice) =>
  JSON.stringify({ ...choice, sort: '', order: 'desc' }) !== JSON.stringify(everything);

/**
 * The filters in the form of the call: empty ones are not sent. One year is sent as `year`: a server of the release
 * before ignores the range.
 */
export const asFilter = (choice: BankChoice) => ({
  search: choice.search,
  source: choice.source,
  organ: choice.organ || undefined,
  post: choice.post || undefined,
  tag: choice.tag || undefined,
  subjectId: choice.subjectId ?? undefined,
  topicId: choice.topicId ?? undefined,
  ...yearsOf(choice),
  lacks: choice.lacks || undefined,
  attention: choice.attention || undefined,
  importId: choice.importId ?? undefined,
  kind: choice.kind || undefined,
  difficulty: choice.difficulty || undefined,
  status: choice.status || undefined,
});

function yearsOf({ yearFrom, yearTo }: BankChoice) {
  const isOne = yearFrom !== null && yearFrom === yearTo;
  return {
    year: isOne ? yearFrom : undefined,
    yearFrom: isOne ? undefined : (yearFrom ?? undefined),
    yearTo: isOne ? undefined : (yearTo ?? undefined),
  };
}

const PAGE = 30;

export const bankQuery = (choice: BankChoice) =>
  pagesQuery(listBankQuestions, schoolKeys.bank.list(choice), {
    query: { ...asFilter(choice), sort: choice.sort || undefined, order: choice.order, limit: PAGE },
    ...keepRows,
  });

export const bankQuestionQuery = (id: number) =>
  readQuery(getBankQuestion, schoolKeys.bank.one(id), { params: { id } });

/** How students answered the question in practice. */
export const answersQuery = (id: number) =>
  readQuery(getQuestionAnswers, schoolKeys.bank.answers(id), { params: { id } });

export const bankLabelsQuery = readQuery(getBankLabels, schoolKeys.bank.labels);
