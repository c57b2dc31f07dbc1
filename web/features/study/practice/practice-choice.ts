import type { Difficulty } from '#contract/questions/question-shapes.ts';
import type { NextStep } from '#contract/study/exam-map.ts';
import type { PracticeChoices, PracticeFilter, PracticeOnly } from '#contract/study/practice.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';

/** What to practise, as the address has it. */
export type PracticeChoice = {
  subjectId: number | null;
  topicIds: number[];
  sources: string[];
  organs: string[];
  posts: string[];
  years: { from: number | null; to: number | null } | null;
  difficulties: Difficulty[];
  only: PracticeOnly | null;
  count: number;
};

const COUNT_STEP = 5;
const COUNT_DEFAULT = 10;
const COUNT_MAX = 50;

export const noChoice: PracticeChoice = {
  subjectId: null,
  topicIds: [],
  sources: [],
  organs: [],
  posts: [],
  years: null,
  difficulties: [],
  only: null,
  count: COUNT_DEFAULT,
};

export const difficultyNames: Record<Difficulty, string> = { easy: 'Fácil', medium: 'Média', hard: 'Difícil' };
export const onlyNames: Record<PracticeOnly, string> = { wrong: 'Que eu errei', unanswered: 'Não respondidas' };

const addressNames = {
  subjectId: 'materia',
  topicIds: 'assunto',
  sources: 'banca',
  organs: 'orgao',
  posts: 'cargo',
  years: 'ano',
  difficulties: 'dificuldade',
  only: 'so',
  count: 'quantas',
} as const;
type InAddress = Record<keyof typeof addressNames, string>;

/** Names may contain commas, so each is encoded. */
const written = (values: readonly (string | number)[]) => values.map((value) => encodeURIComponent(value)).join(',');

function read(list: string): string[] {
  try {
    return list ? list.split(',').map(decodeURIComponent) : [];
  } catch {
    // The address has an incomplete percent-encoded character.
    return [];
  }
}

const wholeOf = (text: string) => (/^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null);

/** Parses the address. Values that cannot be a choice are ignored. */
export function choiceOf(address: InAddress): PracticeChoice {
  const span = /^(\d{4})?-(\d{4})?$/.exec(address.years);
  const count = Number(address.count);
  return {
    subjectId: wholeOf(address.subjectId),
    topicIds: read(address.topicIds).flatMap((text) => wholeOf(text) ?? []),
    sources: read(address.sources),
    organs: read(address.organs),
    posts: read(address.posts),
    years: span && (span[1] || span[2]) ? { from: wholeOf(span[1] ?? ''), to: wholeOf(span[2] ?? '') } : null,
    difficulties: read(address.difficulties).filter((one) => one in difficultyNames) as Difficulty[],
    only: address.only in onlyNames ? (address.only as PracticeOnly) : null,
    count: Number.isInteger(count) && count >= COUNT_STEP && count <= COUNT_MAX ? count : COUNT_DEFAULT,
  };
}

const addressOf = (choice: Partial<PracticeChoice>): Partial<InAddress> =>
  Object.fromEntries(
    Object.entries(choice).map(([name, value]) => {
      if (name === 'years') return [name, choice.years ? `${choice.years.from ?? ''}-${choice.years.to ?? ''}` : ''];
      if (name === 'count') return [name, value === COUNT_DEFAULT ? '' : String(value)];
      return [name, Array.isArray(value) ? written(value) : String(value ?? '')];
    }),
  );

/** The address that opens the practice form with this choice filled in, for links from other screens. */
export function practiceAddress(choice: Partial<PracticeChoice>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(addressOf(choice))) {
    if (value) params.set(addressNames[name as keyof typeof addressNames], value);
  }
  return `${paths.freePractice}?${params}`;
}

/** The link of a step: a practice with its filters set. */
export function stepAddress({ kind, target }: Pick<NextStep, 'kind' | 'target'>): string {
  const { id, subjectId, topicId, questions } = target;
  if (kind === 'practice')
    return practiceAddress({
      subjectId,
      topicIds: topicId === null ? [] : [topicId],
      ...(questions ? { count: questions } : {}),
    });
  if (kind === 'review') return paths.review;
  if (kind === 'essay') return paths.essayTheme(id ?? 0);
  return kind === 'lesson' ? paths.lesson(id ?? 0) : paths.quiz(id ?? 0);
}

export function usePracticeChoice(): [PracticeChoice, (change: Partial<PracticeChoice>) => void] {
  const [address, write] = useAddressChoices(addressNames);
  return [choiceOf(address), (change) => write(addressOf(change))];
}

/** As the calls take it. */
export const sentChoice = ({ subjectId, topicIds, years, only, ...choice }: PracticeChoice) => ({
  ...(subjectId === null ? {} : { subjectId }),
  topicIds,
  sources: choice.sources,
  organs: choice.organs,
  posts: choice.posts,
  ...(years?.from ? { yearFrom: years.from } : {}),
  ...(years?.to ? { yearTo: years.to } : {}),
  difficulties: choice.difficulties,
  ...(only === null ? {} : { only }),
});

export const moreOrLess = (count: number, direction: 1 | -1): number =>
  Math.min(COUNT_MAX, Math.max(COUNT_STEP, count + direction * COUNT_STEP));
export const isLeast = (count: number) => count <= COUNT_STEP;
export const isMost = (count: number) => count >= COUNT_MAX;

export const toggled = <Value>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

export const spanWords = ({ from, to }: { from: number | null; to: number | null }): string => {
  if (from === null) return `Até ${to}`;
  if (from === to) return `Só ${from}`;
  return to === null ? `Desde ${from}` : `${from} a ${to}`;
};

/** The choice in a sentence: 'Raciocínio Lógico, Sequências, Vunesp, desde 2024, difícil, não respondidas'. */
export function choiceWords(choice: PracticeChoice, { subjects, topics }: PracticeChoices): string {
  const subject = subjects.find(({ id }) => id === choice.subjectId)?.name ?? 'Todas as matérias';
  const rest = [
    ...topics.filter(({ id }) => choice.topicIds.includes(id)).map(({ name }) => name),
    ...choice.sources,
    ...choice.organs,
    ...choice.posts,
    ...(choice.years ? [spanWords(choice.years).toLowerCase()] : []),
    ...choice.difficulties.map((one) => difficultyNames[one].toLowerCase()),
    ...(choice.only ? [onlyNames[choice.only].toLowerCase()] : []),
  ];
  return [subject, ...rest].join(', ');
}

const filterNames: Record<PracticeFilter, string> = {
  subject: 'a matéria',
  topics: 'o assunto',
  sources: 'a banca',
  organs: 'o órgão',
  posts: 'o cargo',
  years: 'o ano',
  difficulties: 'a dificuldade',
  only: 'o filtro “só”',
};

/** The filter whose removal gives the most questions. Null if removing one filter is not enough. */
export function wayOut({ without }: PracticeChoices): { filter: PracticeFilter; words: string } | null {
  const best = without.toSorted((one, other) => other.count - one.count)[0];
  if (!best) return null;
  return {
    filter: best.filter,
    words: `Sem ${filterNames[best.filter]} ${best.count === 1 ? 'é' : 'são'} ${plural(best.count, 'questão', 'questões')}.`,
  };
}

/** The choice without one of its filters; a subject takes its topics along. */
export const withoutFilter: Record<PracticeFilter, Partial<PracticeChoice>> = {
  subject: { subjectId: null, topicIds: [] },
  topics: { topicIds: [] },
  sources: { sources: [] },
  organs: { organs: [] },
  posts: { posts: [] },
  years: { years: null },
  difficulties: { difficulties: [] },
  only: { only: null },
};
