/** The first words of what several questions share: a text, or the command of items. */
const openings =
  /^(?:textos?\b|leia\b|considere\b|observe\b|analise\b|utilize\b|atente\b|examine\b|aten[çc][ãa]o\b|baseie-se\b|instru[çc][ãa]o\b|instru[çc][õo]es\b|as? quest(?:ão|ões)\b|para (?:responder|as? quest|os? ite)|com (?:base|rela[çc][ãa]o|refer[êe]ncia)\b.*(?:quest|julgue|ite[nm])|acerca d|a respeito d|a partir d|julgue\b|nos? ite[nm]s?\b)/iu;
const sharing =
  /(?:quest(?:ão|ões)|ite(?:m|ns))\s+(?:(?:de|n[.ºo°]*|n[úu]meros?)\s+)*(\d{1,3})(?:\s*(?:a|à|até|e|-|–|—)\s*(?:quest(?:ão|ões)\s+)?(?:de\s+)?(\d{1,3}))?/iu;
const next =
  /(?:quest(?:ão|ões)|ite(?:m|ns))\s+(?:a seguir|seguintes?|subsequentes?|que (?:se )?segue)|pr[óo]xim[ao]s?\s+(?:quest|ite)/iu;
const items = /\bjulgue\b|\bjulgar?\b.*\b(?:certo|errado)\b/iu;
/** 'Texto CB1A1-I', 'Texto I', 'TEXTO 2': a title that a banca gives its texts. */
const titled = /^texto\s+([IVX]+|\d{1,2}|[A-Z]{1,4}\d[\w-]*)\b[\s.:–—-]*$/iu;
const mention = /\btexto\s+([IVX]+|\d{1,2}|[A-Z]{1,4}\d[\w-]*)(?![\w-])/iu;

/** An opening sentence runs over this many lines at most. */
const OPENING_LINES = 4;

/**
 * Whether a line can only be the start of a text that questions share. The opening sentence may name its questions in
 * one of the lines that follow.
 */
export function opensBaseText(line: string, following: readonly string[] = []): boolean {
  if (titled.test(line) || /^texto\s+para\b/iu.test(line)) return true;
  if (!openings.test(line)) return false;
  if (sharing.test(line) || next.test(line)) return true;
  if (!/^\p{Lu}/u.test(line)) return false;
  const opening = [line, ...following.slice(0, OPENING_LINES - 1)].join(' ');
  const end = /[.:?!](?=\s+["“(]?\p{Lu}|$)/u.exec(opening.replace(/^\p{L}+:/u, (word) => `${word.slice(0, -1)},`));
  const sentence = end ? opening.slice(0, end.index) : opening;
  return sharing.test(sentence) || next.test(sentence) || items.test(sentence);
}

/** The name of a text, where a line is its title: 'CB1A1-I'. */
export const titleOf = (line: string): string | null => titled.exec(line)?.[1]?.toUpperCase() ?? null;

/** The name of the text that a command speaks of. */
export const mentionedTitle = (text: string): string | null => mention.exec(text)?.[1]?.toUpperCase() ?? null;

/** Whether a block of text belongs to the questions behind it. */
export const isSharedText = (text: string): boolean =>
  titled.test(text.split('\n')[0] ?? '') ||
  sharing.test(text) ||
  next.test(text) ||
  items.test(text) ||
  openings.test(text);

/** The choice that some exams print below an item: '( ) Certo ( ) Errado', '(C) Certo', 'Verdadeiro ( )'. */
const verdicts =
  /^(?:(?:[([]\s*[CEVF]?\s*[)\]]|[CEVF]\s*[).])?\s*(?:certo|errado|verdadeiro|falso)\s*(?:[([]\s*[)\]])?\s*){1,2}$/iu;

export const isVerdicts = (line: string): boolean => verdicts.test(line);

export const isItemsCommand = (text: string): boolean => items.test(text);

/** The numbers that a text names itself for, or null. */
export function sharedRange(text: string): { from: number; to: number } | null {
  const found = sharing.exec(text);
  if (!found) return null;
  const from = Number(found[1]);
  const to = found[2] === undefined ? from : Number(found[2]);
  return to >= from && to - from < 60 ? { from, to } : null;
}
