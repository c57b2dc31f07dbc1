/** Where a question was asked, as exams write it before a statement: '(FGV - OAB - 2016)'. */
export type QuestionOrigin = {
  banca: string;
  year: number;
  /** Who the exam was for, where it is named. */
  organ: string;
  /** Characters of the text that say so. */
  length: number;
};

const bracket = /^\s*[([]\s*([^()[\]]{4,120})\s*[)\]]\s*[-–—.:]?\s*/u;
const year = /^(?:19|20)\d{2}$/;
/** A citation of a law has a year, too. */
const citation = /\b(?:art|arts|artigo|lei|decreto|inciso|s[úu]mula|cf|cpc?|cpp|clt)\b|§/iu;
const PART_MAX = 60;

/** Reads the origin that a statement begins with; null where it begins with anything else. */
export function originOf(text: string): QuestionOrigin | null {
  const found = bracket.exec(text);
  const inside = found?.[1];
  if (!found || inside === undefined || citation.test(inside)) return null;
  const parts = inside.split(/\s*[-–—/|•,;]\s*|\s+(?=(?:19|20)\d{2}$)/u).filter((part) => part !== '');
  const years = parts.filter((part) => year.test(part));
  const [banca, ...others] = parts.filter((part) => !year.test(part));
  const isName = (part: string) => /^[\p{Lu}\d]/u.test(part) && part.length <= PART_MAX;
  if (years.length !== 1 || banca === undefined || ![banca, ...others].every(isName)) return null;
  return { banca, year: Number(years[0]), organ: others.join(' '), length: found[0].length };
}
