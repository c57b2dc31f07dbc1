import { withoutKeySign } from './answer-key.ts';

/** A paragraph of a text. Has `html` only when it has more than plain text. */
export type TextLine = {
  line: number;
  text: string;
  html: string | null;
  /** The formatting of the whole paragraph, which is how people mark the right option in a document. */
  dress: { mark: boolean; strong: boolean; u: boolean };
};

export const bareDress: TextLine['dress'] = { mark: false, strong: false, u: false };

type Rest = { rest: string; skipped: number };
const behind = (text: string, found: RegExpExecArray): Rest => ({
  rest: text.slice(found[0].length),
  skipped: found[0].length,
});

const start =
  /^(?:(quest[ãa]o|item)\s*(?:n?[ºo°.]*\s*)?(\d{1,4})\s*[.):ºª°–—-]*|(\d{1,4})\s*[.)ºª°]+(?=\s|$)|(\d{1,4})\s+[–—-]+(?=\s|$)|(\d{1,4})[–—-]+(?=\s))\s*/iu;

/** '12. …', '3) …', 'Questão 7', '5 – …': where a question begins. */
export function questionStart(text: string): (Rest & { number: number; isNamed: boolean }) | null {
  const found = start.exec(text);
  if (!found) return null;
  const number = Number(found[2] ?? found[3] ?? found[4] ?? found[5]);
  return { ...behind(text, found), number, isNamed: found[1] !== undefined };
}

const option = /^(?:\(\s*([a-z])\s*\)|([a-z])\s*[).]|([a-z])\s*[–—:-](?=\s))\s*/iu;

/** 'a) …', '(B) …', 'c. …', with the sign of the right one before or behind. */
export function optionStart(text: string): (Rest & { letter: number; isMarked: boolean }) | null {
  const first = /^(?:[✓✔☑✅*]+|\[\s*x\s*\]|\(\s*x\s*\)|x\s)\s*(?=[([]?\s*[a-z]\s*[).])/iu.exec(text);
  const skipped = first?.[0].length ?? 0;
  const found = option.exec(text.slice(skipped));
  if (!found) return null;
  const rest = text.slice(skipped + found[0].length);
  const read = withoutKeySign(rest);
  const letter = (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase().charCodeAt(0) - 97;
  return { letter, rest: read.text, skipped: skipped + found[0].length, isMarked: skipped > 0 || read.isMarked };
}

const key =
  /^(?:gabarito|gab|resposta(?:\s+(?:certa|correta))?|alternativa\s+(?:certa|correta)|answer)\s*[:.=–—-]*\s+(?=\S)/iu;
const keyTight =
  /^(?:gabarito|gab|resposta(?:\s+(?:certa|correta))?|alternativa\s+(?:certa|correta)|answer)\s*[:=]\s*(?=\S)/iu;

/** 'Gabarito: C', 'Resposta correta – Certo'. */
export function keyOf(text: string): string | null {
  const found = keyTight.exec(text) ?? key.exec(text);
  const rest = found ? behind(text, found).rest.trim() : '';
  return rest !== '' && rest.length <= 60 ? rest : null;
}

const comment = /^(?:coment[áa]rios?|justificativa|explica[çc][ãa]o|resolu[çc][ãa]o)\s*[:–—-]\s*/iu;

export function commentStart(text: string): Rest | null {
  const found = comment.exec(text);
  return found ? behind(text, found) : null;
}

const labels = {
  subject: /^(?:mat[ée]ria|disciplina)\s*:\s*(.+)$/iu,
  topic: /^(?:assunto|t[óo]pico)\s*:\s*(.+)$/iu,
  source: /^(?:banca|fonte)\s*:\s*(.+)$/iu,
  year: /^ano\s*:\s*(.+)$/iu,
  difficulty: /^(?:dificuldade|n[íi]vel)\s*:\s*(.+)$/iu,
};
export type LineLabel = keyof typeof labels;

export function labelOf(text: string): { name: LineLabel; value: string } | null {
  for (const [name, pattern] of Object.entries(labels)) {
    const value = pattern.exec(text)?.[1];
    if (value) return { name: name as LineLabel, value: value.trim() };
  }
  return null;
}

const pair = String.raw`(\d{1,4})\s*[.):ºª°–—-]*\s*\(?(certo|errado|anulad[ao]|[a-fvx])\)?(?![\p{L}\d])`;

/** A line of keys, '1-C 2-E 3-A', by the numbers of the questions; null where it is anything else. */
export function keysIn(text: string): Map<number, string> | null {
  const found = [...text.matchAll(new RegExp(pair, 'giu'))];
  const rest = text.replace(new RegExp(pair, 'giu'), '').replace(/[\s;,|/.]+/g, '');
  return found.length > 0 && rest === '' ? new Map(found.map(([, number, told = '']) => [Number(number), told])) : null;
}

export const isKeysTitle = (text: string) =>
  /^(?:gabaritos?|respostas?)(?:\s+(?:oficial|definitivo|das quest[õo]es))?\s*:?$/iu.test(text.trim());
