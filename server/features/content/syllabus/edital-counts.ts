import { isCapitals, nextFilled } from './edital-lines.ts';

/** The lines of the programme, and how many questions the text before it gives each subject, by `nameKey`. */
export type Programme = { lines: string[]; counts: ReadonlyMap<string, number> };

/** 'Língua Portuguesa – 20 questões' */
const countAtEnd = /[\s:,([–—-]*\b(\d{1,3})\s*(?:quest(?:ões|oes|ão|ao)|itens|item)\b[\s)\].;:]*$/iu;
const countsTable = /\b(?:disciplina|materia|area|conteudo|prova|conhecimento)s?\b.*\b(?:questoes|itens)\b/u;
const tableRow = /^(\p{L}[^\d]{2,80}?)\s+(\d{1,3})(?:\s+[\d.,%]+)*$/u;
const programmeTitle =
  /^(?:anexo\s+\S{1,6}\s*[-–—:.]?\s*)?(?:d[oa]s?\s+)?(?:conteudos? programaticos?|programas?(?: d[ao]s? (?:provas?|materias|disciplinas))?|objetos de avaliacao|conhecimentos exigidos)\b/u;
const nextAnnex = /^anexo\s+\S{1,6}(?:\s|$)/u;
/** The name of a part of the exam, or a sentence about it: no subject. */
const aboutExam =
  /^(?:(?:[oa]s?|d[oa]s?)\s+)?(?:provas?|etapas?|fases?|exames?|concurso|quadro|composicao|distribuicao|total|anexo|edital)\b|\b(?:sera|serao|tera|terao|contera|constara|composta|distribuid[ao]s?)\b/u;
const TITLE_MAX = 120;
/** Letters at the end of a line in which its count is looked for. */
const COUNT_MAX = 60;
/** Whatever a line about the exam says beyond this is not looked at. */
const SAID_MAX = 400;

/** How a name is compared: without accents, case, numbers before it and signs. */
export const nameKey = (text: string): string =>
  folded(text)
    .replace(/^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/u, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** A count that a line ends with, and the text before it. */
export function countOf(line: string): { name: string; count: number } | null {
  const text = line.trim();
  const from = Math.max(0, text.length - COUNT_MAX);
  const found = countAtEnd.exec(text.slice(from));
  return found && { name: text.slice(0, from + found.index), count: Number(found[1]) };
}

const folded = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Parts the programme from what an edital says before it. A text like 'A Prova Objetiva: Língua Portuguesa – 20
 * questões' gives the counts of subjects; nothing hangs under it.
 */
export function splitProgramme(all: readonly string[]): Programme {
  const lines = all.filter((line) => !isPageNumber(line));
  const begin = programmeBegin(lines);
  const counts = new Map<string, number>();
  const read = (from: readonly string[]) => {
    for (const [key, count] of countsIn(from)) if (!counts.has(key)) counts.set(key, count);
  };
  const body = begin === null ? lines : lines.slice(begin.first, begin.end);
  if (begin !== null) read(lines.slice(0, begin.title));
  const last = lastCount(body);
  if (last < 0) return { lines: withoutTitles(body), counts };
  read(body.slice(0, last + 1));
  return { lines: body.slice(last + 1), counts };
}

const isPageNumber = (line: string) =>
  /^\s*(?:(?:p[áa]g(?:ina)?\.?\s*)?\d{1,4}(?:\s*(?:de|\/)\s*\d{1,4})?)\s*$/iu.test(line);

/** The last title of a programme, as long as something follows it: a list of contents names it before. */
function programmeBegin(lines: readonly string[]): { title: number; first: number; end: number } | null {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const text = lines[at] ?? '';
    if (text.length > TITLE_MAX || /\.{4}|[,;]\s*$/u.test(text) || !programmeTitle.test(numberless(text))) continue;
    const behind = lines.slice(at + 1).filter((line) => line.trim() !== '');
    if (behind.length < 2) continue;
    const end = lines.findIndex((line, place) => place > at && isCapitals(line) && nextAnnex.test(folded(line)));
    return { title: at, first: at + 1, end: end < 0 ? lines.length : end };
  }
  return null;
}

const numberless = (text: string) => folded(text).replace(/^\d{1,3}(?:\.\d{1,3})*[.)]?\s+/u, '');

function countsIn(lines: readonly string[]): [string, number][] {
  const counts: [string, number][] = [];
  let isTable = false;
  for (const line of lines) {
    const text = line.trim().slice(0, SAID_MAX);
    const found = countOf(line);
    const row: RegExpExecArray | null = isTable ? tableRow.exec(text) : null;
    if (found && !saysExam(found.name)) counts.push([nameKey(found.name), found.count]);
    else if (row) counts.push([nameKey(row[1] ?? ''), Number(row[2])]);
    isTable = countsTable.test(folded(text)) || (isTable && (row !== null || text === ''));
  }
  return counts.filter(([key]) => key !== '');
}

const saysExam = (line: string) => aboutExam.test(folded(line.slice(0, SAID_MAX)));

/** The text before the first colon. */
export const beforeColon = (line: string): string => line.split(':', 1)[0] ?? '';

/**
 * The last line with a count whose subject comes again below. Everything up to it is said before the programme, where
 * half of that is counts and sentences about the exam.
 */
function lastCount(lines: readonly string[]): number {
  const behind = new Set<string>();
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const text = lines[at] ?? '';
    const found = countOf(text);
    if (found && behind.has(nameKey(found.name))) {
      const before = lines.slice(0, at + 1).filter((line) => line.trim() !== '');
      const said = before.filter((line) => countOf(line) || saysExam(line));
      return said.length >= before.length / 2 ? at : -1;
    }
    behind.add(nameKey(beforeColon(text)));
  }
  return -1;
}

/** Without lines about the exam right above lines with counts. */
function withoutTitles(lines: readonly string[]): string[] {
  const following = nextFilled(lines);
  return lines.filter((line, at) => {
    const next = following[at] ?? '';
    return line.trim() === '' || !(saysExam(line) && (countOf(next) || saysExam(next)));
  });
}
