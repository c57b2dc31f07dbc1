import type { SavedFilter } from '#contract/questions/question-filters.ts';
import { type BankChoice, everything } from '#web/features/questions/questions/questions.queries.ts';

/** Converts a saved search to the filters of the table. */
export const choiceOfFilter = (filter: SavedFilter): BankChoice => ({
  ...everything,
  search: filter.search ?? '',
  subjectId: filter.subjectId ?? null,
  topicId: filter.topicId ?? null,
  source: filter.source ?? '',
  organ: filter.organ ?? '',
  post: filter.post ?? '',
  // Searches of an earlier release have one year.
  yearFrom: filter.yearFrom ?? filter.year ?? null,
  yearTo: filter.yearTo ?? filter.year ?? null,
  lacks: filter.lacks ?? '',
  attention: filter.attention ?? '',
  importId: filter.importId ?? null,
  kind: filter.kind ?? '',
  difficulty: filter.difficulty ?? '',
  status: filter.status ?? '',
  tag: filter.tag ?? '',
  sort: filter.sort ?? '',
  order: filter.order ?? 'desc',
});

export const sameFilter = (a: BankChoice, b: BankChoice) =>
  (Object.keys(everything) as (keyof BankChoice)[]).every((name) => a[name] === b[name]);
