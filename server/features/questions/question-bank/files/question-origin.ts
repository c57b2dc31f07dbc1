/** Where a question was asked, as exams write it before a statement: '(FGV - OAB - 2016)'. */
export type QuestionOrigin = {
  banca: string;
  year: number;
  /** Who the exam was for, where it is named. */
  organ: string;
  /** Characters of the text that say so. */
  length: number;
};

/** Characters that an origin has at most. */
const LONGEST = 130;
const year = /^(?:19|20)\d{2}$/;
/** A citation of a law has a year, too. */
const citation = /\b(?:art|arts|artigo|lei|decreto|inciso|s[úu]mula|cf|cpc?|cpp|clt)\b|§/iu;
const PART_MAX = 60;

/** Reads the origin that a statement begins with; null where it begins with anything else. */
export function originOf(text: string): QuestionOrigin | null {
  const start = text.length - text.trimStart().length;
  const closing = text[start] === '(' ? ')' : text[start] === '[' ? ']' : null;
  const end = closing === null ? -1 : text.slice(0, start + LONGEST).indexOf(closing, start);
  if (end < 0) return null;
  const inside = text.slice(start + 1, end);
  if (citation.test(inside)) return null;
  const parts = inside
    .split(/[-–—/|•,;]/u)
    .flatMap((part) => splitYear(part.trim()))
    .filter((part) => part !== '');
  const years = parts.filter((part) => year.test(part));
  const [banca, ...others] = parts.filter((part) => !year.test(part));
  const isName = (part: string) => /^[\p{Lu}\d]/u.test(part) && part.length <= PART_MAX;
  if (years.length !== 1 || banca === undefined || ![banca, ...others].every(isName)) return null;
  return { banca, year: Number(years[0]), organ: others.join(' '), length: lengthWithSign(text, end + 1) };
}

/** 'IBFC 2020' is a name and a year. */
function splitYear(part: string): string[] {
  const at = part.lastIndexOf(' ');
  return at > 0 && year.test(part.slice(at + 1)) ? [part.slice(0, at).trim(), part.slice(at + 1)] : [part];
}

/** The characters up to the first word of the statement: a dash or a colon behind the bracket is no part of it. */
function lengthWithSign(text: string, end: number): number {
  const rest = text.slice(end).trimStart();
  const behind = /^[-–—.:]/u.test(rest) ? rest.slice(1).trimStart() : rest;
  return text.length - behind.length;
}
