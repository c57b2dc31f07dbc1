import type { ParsedSubject, Syllabus, SyllabusMeasure, saveSyllabus } from '#contract/content/syllabus.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { WRONG_POINTS_MOST } from '#contract/limits.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { newKey } from '#web/lib/new-key.ts';
import type { Level } from './outline.ts';

/** A line as it is typed. Without an id it becomes a subject or topic of that name, or finds the one that has it. */
export type SyllabusRow = {
  key: string;
  level: Level;
  id: number | null;
  name: string;
  /** Questions or weight, of a topic. */
  amount: string;
  /** Only for a subject. */
  points: string;
  minimum: string;
};

export type SyllabusDraft = {
  measure: SyllabusMeasure;
  totalQuestions: string;
  passMark: string;
  /** What a wrong answer costs, as a positive number of questions; empty where the rule is unknown. */
  wrongCost: string;
  rows: readonly SyllabusRow[];
};

export const written = (value: number | null): string =>
  value === null ? '' : String(Math.round(value * 100) / 100).replace('.', ',');

/** '2,5' → 2.5; null for an empty text, NaN for anything else. */
export const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.trim().replace(',', '.'));

export const newRow = (level: Level, rest: Partial<SyllabusRow> = {}): SyllabusRow => ({
  key: newKey(),
  level,
  id: null,
  name: '',
  amount: level === 0 ? '' : '1',
  points: '1',
  minimum: '',
  ...rest,
});

export const draftOf = (syllabus: Syllabus): Snapshot<SyllabusDraft> => ({
  value: {
    measure: syllabus.measure,
    totalQuestions: written(syllabus.totalQuestions),
    passMark: written(syllabus.passMark),
    wrongCost: written(syllabus.wrongPoints === null ? null : Math.abs(syllabus.wrongPoints)),
    rows: rowsOf(syllabus),
  },
  revision: syllabus.version,
  savedAt: syllabus.updatedAt,
});

const keyOf = (kind: string, id: number) => `${kind}${id}`;

export const rowsOf = ({ subjects }: Syllabus): SyllabusRow[] =>
  subjects.flatMap((subject) => [
    newRow(0, {
      key: keyOf('s', subject.subjectId),
      id: subject.subjectId,
      name: subject.name,
      points: written(subject.points),
      minimum: written(subject.minimum),
    }),
    ...subject.topics.map(({ topicId, parentId, name, amount }) =>
      newRow(parentId === null ? 1 : 2, { key: keyOf('t', topicId), id: topicId, name, amount: written(amount) }),
    ),
  ]);

/**
 * The result of a pasted text. Numbers only if the text has them for every subject; otherwise each topic weighs one.
 */
export function draftOfParsed(
  parsed: readonly ParsedSubject[],
): Pick<SyllabusDraft, 'measure' | 'totalQuestions' | 'rows'> {
  const hasNumbers = parsed.length > 0 && parsed.every(({ questions }) => questions !== null);
  const topicRow = (level: Level, one: { topicId: number | null; name: string; amount: number }) =>
    newRow(level, { id: one.topicId, name: one.name, amount: written(one.amount) });
  return {
    measure: hasNumbers ? 'questions' : 'weight',
    totalQuestions: '',
    rows: parsed.flatMap((subject) => [
      newRow(0, { id: subject.subjectId, name: subject.name }),
      ...subject.topics.flatMap(({ subtopics, ...topic }) => [
        topicRow(1, topic),
        ...subtopics.map((one) => topicRow(2, one)),
      ]),
    ]),
  };
}

type Body = BodyInput<typeof saveSyllabus>;

export function bodyOf({ measure, totalQuestions, passMark, wrongCost, rows }: SyllabusDraft, version: number): Body {
  const subjects: Body['subjects'] = [];
  for (const { level, id, name, amount, points, minimum } of rows) {
    const topic = { topicId: id, name, amount: numberOf(amount) ?? 0 };
    if (level === 0) {
      subjects.push({ subjectId: id, name, points: numberOf(points) ?? 1, minimum: numberOf(minimum), topics: [] });
    } else if (level === 1) subjects.at(-1)?.topics.push({ ...topic, subtopics: [] });
    else subjects.at(-1)?.topics.at(-1)?.subtopics?.push(topic);
  }
  const cost = numberOf(wrongCost);
  return {
    version,
    measure,
    totalQuestions: measure === 'weight' ? numberOf(totalQuestions) : null,
    passMark: numberOf(passMark),
    wrongPoints: cost === null || cost === 0 ? cost : -cost,
    subjects,
  };
}

/** Errors that prevent saving, by the key of a line, or by `totalQuestions`, `passMark` or `wrongCost`. */
export function problemsOf({
  measure,
  totalQuestions,
  passMark,
  wrongCost,
  rows,
}: SyllabusDraft): Record<string, string> {
  const found: Record<string, string> = {};
  const isBad = (text: string, most: number) => {
    const value = numberOf(text);
    return value !== null && !(value >= 0 && value <= most);
  };
  const seen = new Set<string>();
  let subject = '';
  for (const row of rows) {
    const name = row.name.trim();
    if (row.level === 0) subject = row.key;
    const place = row.level === 0 ? 'subject' : subject;
    const same = `${place}:${row.id ?? name.toLocaleLowerCase('pt-BR')}`;
    if (name === '') found[row.key] = row.level === 0 ? 'Escreva o nome da matéria.' : 'Escreva o nome do assunto.';
    else if (seen.has(same)) found[row.key] = 'Está duas vezes no edital.';
    else if (row.level > 0 && isBad(row.amount, 500)) found[row.key] = 'Use um número de 0 a 500.';
    else if (row.level === 0 && isBad(row.minimum, 500)) found[row.key] = 'O mínimo vai de 0 a 500 acertos.';
    else if (row.level === 0 && !((numberOf(row.points) ?? 1) >= 0.1 && (numberOf(row.points) ?? 1) <= 100)) {
      found[row.key] = 'Uma questão vale de 0,1 a 100 pontos.';
    }
    seen.add(same);
  }
  const total = numberOf(totalQuestions);
  if (measure === 'weight' && !(total !== null && Number.isInteger(total) && total >= 1 && total <= 1000)) {
    found.totalQuestions = 'Diga quantas questões a prova tem, de 1 a 1.000.';
  }
  if (isBad(passMark, 100_000)) found.passMark = 'Use um número de pontos.';
  if (isBad(wrongCost, WRONG_POINTS_MOST)) found.wrongCost = `Use um número de 0 a ${WRONG_POINTS_MOST}.`;
  return found;
}

/** The total of questions and points; null when a number is invalid. */
export function totalsOf(draft: SyllabusDraft): { questions: number; points: number } | null {
  const amounts = draft.rows.map(({ level, amount }) => (level === 0 ? 0 : (numberOf(amount) ?? 0)));
  const sum = amounts.reduce((all, one) => all + one, 0);
  const total = draft.measure === 'weight' ? numberOf(draft.totalQuestions) : sum;
  if (total === null || !Number.isFinite(total) || !Number.isFinite(sum)) return null;
  const factor = draft.measure === 'weight' ? (sum > 0 ? total / sum : 0) : 1;
  let each = 1;
  let points = 0;
  for (const [at, { level, points: worth }] of draft.rows.entries()) {
    if (level === 0) each = numberOf(worth) ?? 1;
    else points += (amounts[at] ?? 0) * factor * each;
  }
  return { questions: total, points };
}

const indents = ['', '  ', '    '] as const;

/** Part by part, as it is compared. */
export const syllabusLines = ({ measure, totalQuestions, passMark, wrongCost, rows }: SyllabusDraft): Line[] => [
  { name: 'measure', label: 'Medida', text: measure === 'weight' ? 'Peso' : 'Questões' },
  { name: 'totalQuestions', label: 'Questões da prova', text: totalQuestions },
  { name: 'passMark', label: 'Nota de corte', text: passMark },
  { name: 'wrongCost', label: 'Cada erro desconta', text: wrongCost },
  {
    name: 'rows',
    label: 'Matérias e assuntos',
    text: rows
      .map(({ level, name, amount, minimum }) => `${indents[level]}${name} ${level === 0 ? minimum : amount}`.trimEnd())
      .join('\n'),
  },
];
