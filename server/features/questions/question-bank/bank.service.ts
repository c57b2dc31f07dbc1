import type { QueryOf } from '#contract/endpoint.ts';
import type { BankFilter, listBankQuestions } from '#contract/questions/question-bank.ts';
import type { Db, LaggingDb, Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { countFirstAnswers } from '#server/features/questions/questions/answer-shares.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, offset, readPage } from '#server/http/paging.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { queryWords } from '#server/text/search-words.ts';
import {
  type BankOrder,
  type BankRow,
  type Chosen,
  countBankRows,
  countQuestionVersions,
  findBankQuestion,
  listBankContents,
  listBankIds,
  listQuizzesContaining,
  listRankedRows,
  listSortedRows,
  type SearchTerms,
} from './bank.store.ts';
import { countBySubject, countByTopic, listDoneImports, listLabels } from './bank-labels.store.ts';
import { bankCursors, sortValueOf } from './bank-order.ts';
import { listSimilarRows } from './similar.store.ts';

const SHORTEST_GUESS = 4;

/** The search terms; null without a search. 'nothing': the input has no word, so the search has no results. */
function termsOf(search: string | undefined): SearchTerms | 'nothing' | null {
  if (!search?.trim()) return null;
  const words = queryWords(search);
  return words.length > 0 ? { words, key: words.map(({ plain }) => plain).join(' ') } : 'nothing';
}

/** Counts the matches. When no question has the words, counts statements that resemble them. */
async function count(db: Db, filter: Chosen, terms: SearchTerms | null) {
  const total = await countBankRows(db, filter, terms, false);
  if (total > 0 || !terms || terms.key.length < SHORTEST_GUESS) return { total, similar: false };
  const near = await countBankRows(db, filter, terms, true);
  return { total: near, similar: near > 0 };
}

const summarised = (user: SessionUser) => (row: BankRow) => ({
  ...without(row, 'authorId'),
  mayEdit: mayEditQuestion(user, row),
});

/** Ranking more matches than this is too slow: the newest come first instead. */
const RANKED_MAX = 1000;

/** Up to this many matches are collected first and sorted then; more are read in the order of an index. */
const FEW = 8000;
const isNarrow = (filter: BankFilter) => Object.values(filter).some((value) => value !== undefined && value !== '');

/** Ranked matches are paged by offset. */
const rankedCursor = cursorOf({ behind: offset });

export async function listBank(deps: Deps, user: SessionUser, query: QueryOf<typeof listBankQuestions>) {
  const { limit, cursor, sort, order, ...filter } = query;
  const terms = termsOf(filter.search);
  if (terms === 'nothing') return { rows: [], total: 0, next: null };
  const { total, similar } = await count(deps.db, filter, terms);
  const isRanked = terms !== null && sort === undefined && (similar || total <= RANKED_MAX);
  if (terms && (isRanked || similar)) {
    const from = rankedCursor.from({ limit, cursor });
    const before = from.after?.behind ?? 0;
    return readPage(from, {
      rows: (part) => listRankedRows(deps.db, filter, terms, similar, { offset: before, limit: part.limit }),
      total: Promise.resolve(total),
      positionOf: () => ({ behind: before + limit }),
      present: summarised(user),
    });
  }
  // Sorting by a column that the filter fixes has no effect: sort by id instead.
  const isPinned = sort !== undefined && sort in filter && filter[sort as keyof BankFilter] !== undefined;
  const sorted: BankOrder = { sort: isPinned ? 'id' : (sort ?? 'id'), isDescending: order === 'desc' };
  return readPage(bankCursors[sorted.sort].from({ limit, cursor }), {
    rows: (part) =>
      listSortedRows(deps.db, filter, terms, sorted, {
        limit: part.limit,
        behind: part.after,
        isFew: total <= FEW && isNarrow(filter),
      }),
    total: Promise.resolve(total),
    positionOf: (last) => ({ id: last.id, value: sortValueOf(last, sorted.sort) }),
    present: summarised(user),
  });
}

export async function readLabels(deps: Deps, user: SessionUser) {
  const [subjects, topics, labels, imports] = await Promise.all([
    countBySubject(deps.db),
    countByTopic(deps.db),
    listLabels(deps.db),
    listDoneImports(deps.db, user.id),
  ]);
  return { subjects, topics, ...labels, imports };
}

export const questionNotFound = () => notFound('Questão não encontrada.');

export async function readQuestion(db: Db | Tx, user: SessionUser, id: number) {
  const row = await requireFound(findBankQuestion(db, id), questionNotFound);
  const versionCount = await countQuestionVersions(db, id);
  return {
    ...summarised(user)(row),
    ...without(without(row, 'authorId'), 'topicPath'),
    versionCount,
    quizzes: await listQuizzesContaining(db, id),
  };
}

/** Questions that could replace this one in a quiz, except the ids in `besides`. */
export async function listSimilar(deps: Deps, user: SessionUser, id: number, besides = '') {
  const row = await requireFound(findBankQuestion(deps.db, id), questionNotFound);
  const named = besides === '' ? [] : besides.split(',').map(Number);
  return (await listSimilarRows(deps.db, row, named)).map(summarised(user));
}

/** All questions of a filter, with content. More than `limit` is an error, never truncated. */
export async function listForExport(deps: Deps, filter: Chosen, limit: number) {
  const terms = termsOf(filter.search);
  if (terms === 'nothing') return [];
  const { total, similar } = await count(deps.db, filter, terms);
  if (total > limit) {
    throw new AppError('too_large', `São ${total} questões, e um arquivo tem no máximo ${limit}. Use os filtros.`);
  }
  return listBankContents(deps.db, filter, terms, similar, limit);
}

/** The ids of all questions of a filter. More than `limit` is an error, never truncated. */
export async function listChosen(deps: Deps, filter: BankFilter, limit: number): Promise<number[]> {
  const terms = termsOf(filter.search);
  if (terms === 'nothing') return [];
  const { total, similar } = await count(deps.db, filter, terms);
  if (total > limit) {
    throw new AppError('too_large', `São ${total} questões, e de uma vez mudam no máximo ${limit}. Use os filtros.`);
  }
  return listBankIds(deps.db, filter, terms, similar, limit);
}

/** How students answered a question in practice. */
export async function readAnswers(deps: Deps, lagging: LaggingDb, user: SessionUser, id: number) {
  const { options } = await readQuestion(deps.db, user, id);
  const counts = new Map(await countFirstAnswers(lagging, id));
  return {
    total: [...counts.values()].reduce((sum, found) => sum + found, 0),
    options: options.map((option) => ({ id: option.id, count: counts.get(option.id) ?? 0 })),
  };
}
