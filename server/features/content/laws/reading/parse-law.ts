import { type ArticleKind, type DeviceKind, idStep, isGroup, type Label, readLabel, romanValue } from './law-labels.ts';
import type { LawLine } from './law-lines.ts';

export type Device = {
  /** LexML: `art5_cpt_inc11`. Versions of one device share it. */
  id: string;
  kind: DeviceKind;
  label: string;
  /** The name of a group, or the heading above an article. */
  title: string;
  text: string;
  /** Remarks of the publisher that have a line to themselves: `(Vide Lei nº …)`. */
  notes: string[];
  line: number;
  /** A version that a later line of the same source replaces, or that the source shows struck through. */
  isOld: boolean;
  children: Device[];
};

export type LawProblem = { line: number; words: string };

export type LawReading = {
  /** What comes before the first device: name, ementa, preamble. */
  front: string[];
  devices: Device[];
  problems: LawProblem[];
  /** Problems beyond the listed ones. */
  moreProblems: number;
};

export const LAW_DEVICES_MAX = 30_000;
const PROBLEMS_MAX = 300;
const RANGE_MAX = 300;

export class LawTooLarge extends Error {}

/** A remark of the publisher in brackets, as the source of a pattern. */
export const noteSource = String.raw`\((?:Reda[cç][aã]o|Inclu[ií]d|Acrescid|Acrescentad|Renumerad|Revogad|Vide|Vig[eê]ncia|Regulament|Promulga|Produ[cç][aã]o de efeito|Express[aã]o|Denomina[cç][aã]o|Parte mantida|Parte vetada|Suspens|Ver )[^()]{0,200}(?:\([^()]{0,80}\)[^()]{0,120})?\)`;
const noteShape = new RegExp(`^${noteSource}\\.?$`, 'iu');
const annexShape = /^ATO DAS DISPOSI[CÇ][OÕ]ES CONSTITUCIONAIS TRANSIT[OÓ]RIAS$/iu;
const inlineFirst = /: I ?[-–—] ?(?=\p{L})/u;
const quoteStart = /^[“"]/;
const quoteEnd = /[”"](?: ?\(NR\))?[.;]?$/;
/** The place and the signatures below the last article. */
const closingShape =
  /^(?:Bras[ií]lia|Rio de Janeiro|S[aã]o Paulo|Pal[aá]cio|Sala das|Senado Federal|Mesa da)[^.;]{0,80}\d{4}/iu;
const footerShape = /^Este texto n[aã]o substitui o /iu;

const isHeading = (text: string) => text === text.toUpperCase() && /\p{Lu}{2}/u.test(text);
const endsSentence = (text: string) => /[.;:]$/.test(text);

type Open = { device: Device; kind: DeviceKind };

/** The labels of one level below another: the index is the depth. Articles leave every group open. */
const depths: Readonly<Record<DeviceKind, number>> = {
  anexo: 0,
  parte: 1,
  livro: 2,
  titulo: 3,
  capitulo: 4,
  secao: 5,
  subsecao: 6,
  artigo: 7,
  caput: 8,
  paragrafo: 8,
  inciso: 9,
  alinea: 10,
  item: 11,
};

/** Reads the lines of a norm into devices. Linear in the number of characters. */
export function parseLaw(lines: readonly LawLine[]): LawReading {
  const front: string[] = [];
  const devices: Device[] = [];
  const problems: LawProblem[] = [];
  let moreProblems = 0;
  let path: Open[] = [];
  let last: Device | null = null;
  /** Headings that wait for the device below them. */
  let headings: LawLine[] = [];
  let count = 0;
  let annexes = 0;
  let isQuoting = false;
  let isClosed = false;
  let hasArticles = false;
  let articles: ArticleKind;

  const report = (line: number, words: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ line, words });
    else moreProblems += 1;
  };

  const add = (kind: DeviceKind, label: string, step: string, line: LawLine): Device => {
    count += 1;
    if (count > LAW_DEVICES_MAX) throw new LawTooLarge();
    path = path.filter((open) => depths[open.kind] < depths[kind]);
    const parent = path.at(-1)?.device;
    const annex = path[0]?.kind === 'anexo' ? path[0].device.id : '';
    const isNamedAlone = kind === 'artigo' || kind === 'anexo';
    const prefix = isNamedAlone ? annex : (parent?.id ?? '');
    const device: Device = {
      id: prefix === '' ? step : `${prefix}_${step}`,
      kind,
      label,
      title: '',
      text: '',
      notes: [],
      line: line.line,
      isOld: line.isStruck,
      children: [],
    };
    (parent?.children ?? devices).push(device);
    path.push({ device, kind });
    last = device;
    return device;
  };

  const addText = (device: Device, text: string) => {
    device.text = device.text === '' ? text : `${device.text}\n${text}`;
  };

  const takeHeadings = (device: Device) => {
    device.title = headings.map(({ text }) => text).join(' ');
    headings = [];
  };

  const openLabelled = (label: Label, number: string, line: LawLine) => {
    const isBelowArticle = depths[label.kind] > depths.artigo;
    if (isBelowArticle && !path.some(({ kind }) => kind === 'artigo')) {
      report(line.line, `“${label.label}” está fora de um artigo.`);
    }
    if (label.kind === 'inciso' && number === '2') splitFirstIncise(line);
    const device = add(label.kind, label.label, idStep(label.kind, number), line);
    if (isGroup(label.kind) || label.kind === 'anexo') {
      flushHeadings();
      device.title = label.rest;
      return;
    }
    takeHeadings(device);
    if (label.kind !== 'artigo') {
      addText(device, label.rest);
      return;
    }
    hasArticles = true;
    articles ??= label.isEnunciado ? 'enunciado' : 'article';
    addText(add('caput', '', 'cpt', line), label.rest);
  };

  /** Some sources print the first inciso on the line of its caput: `São direitos do advogado: I - exercer…`. */
  const splitFirstIncise = (line: LawLine) => {
    const parent = path.findLast(({ kind }) => kind === 'caput' || kind === 'paragrafo')?.device;
    if (!parent || parent.children.length > 0) return;
    const found = inlineFirst.exec(parent.text);
    if (!found) return;
    report(parent.line, `O inciso I estava na linha do texto acima dele: “${excerpt(parent.text)}”.`);
    const rest = parent.text.slice(found.index + found[0].length);
    parent.text = parent.text.slice(0, found.index + 1);
    const first = add('inciso', 'I -', idStep('inciso', '1'), { ...line, line: parent.line });
    addText(first, rest);
  };

  /** Headings that no device followed. */
  const flushHeadings = () => {
    for (const { line, text } of headings) report(line, `Linha sem dispositivo: “${excerpt(text)}”.`);
    headings = [];
  };

  const takeLabel = (label: Label, line: LawLine) => {
    const first = Number.parseInt(label.number, 10);
    const end = label.last === null ? first : Number(label.last);
    if (end - first > RANGE_MAX || end < first) {
      report(line.line, `Não entendi o intervalo “${label.label}”.`);
      openLabelled(label, label.number, line);
      return;
    }
    openLabelled(label, label.number, line);
    for (let number = first + 1; number <= end; number += 1) openLabelled(label, String(number), line);
  };

  /** A line without a label: a name, a remark, a heading, or more text of the device above. */
  const takeUnlabelled = (line: LawLine) => {
    const { text } = line;
    if (!last) {
      front.push(text);
      return;
    }
    const group = path.at(-1);
    const isNaming = group !== undefined && (isGroup(group.kind) || group.kind === 'anexo') && headings.length === 0;
    if (noteShape.test(text)) {
      last.notes.push(text);
    } else if (isNaming && last.title === '') {
      last.title = text;
    } else if (isNaming && isHeading(last.title) && isHeading(text)) {
      last.title = `${last.title} ${text}`;
    } else if (line.isTable) {
      report(line.line, `Linha de tabela guardada como texto: “${excerpt(text)}”.`);
      addText(last, text);
    } else if (last.text === '' && last.kind !== 'artigo' && !isNaming && headings.length === 0) {
      addText(last, text);
    } else if (endsSentence(text) && headings.length === 0 && !isNaming && !isHeading(text)) {
      addText(last, text);
    } else {
      headings.push(line);
    }
  };

  const takeQuoted = (line: LawLine) => {
    if (!last) {
      front.push(line.text);
      return;
    }
    addText(last, line.text);
    isQuoting = !quoteEnd.test(line.text);
  };

  for (const line of lines) {
    const { text } = line;
    if (isClosed) {
      report(line.line, `Depois do fecho, não lido como lei: “${excerpt(text)}”.`);
      continue;
    }
    if (hasArticles && (footerShape.test(text) || closingShape.test(text))) {
      isClosed = footerShape.test(text);
      isQuoting = false;
      flushHeadings();
      report(line.line, `Fecho da norma, fora dos dispositivos: “${excerpt(text)}”.`);
      path = [];
      continue;
    }
    if (isQuoting || (quoteStart.test(text) && hasArticles)) {
      takeQuoted(line);
      continue;
    }
    if (hasArticles && annexShape.test(text)) {
      annexes += 1;
      flushHeadings();
      add('anexo', text, idStep('anexo', String(annexes)), line);
      continue;
    }
    const label = labelOf(line, { path, last, articles });
    if (label) takeLabel(label, line);
    else takeUnlabelled(line);
  }
  flushHeadings();
  if (isQuoting) report(lines.at(-1)?.line ?? 1, 'As aspas de um texto citado não se fecham.');
  return { front, devices, problems, moreProblems };
}

const excerpt = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

type Position = { path: readonly Open[]; last: Device | null; articles: ArticleKind };

/** After a label that stands alone the next line is its text, unless it has a clear label itself. */
function labelOf({ text }: LawLine, { path, last, articles }: Position): Label | null {
  const inLetter = path.some(({ kind }) => kind === 'alinea');
  const label = readLabel(text, { inLetter, articles });
  if (!label) return null;
  const isWaiting = last !== null && last.text === '' && depths[last.kind] > depths.artigo;
  if (isWaiting && label.kind === 'alinea' && !text.startsWith(`${label.label} `)) return null;
  if (label.kind !== 'inciso' || !/[.)]$/.test(label.label)) return label;
  // "D. Pedro II" begins like an inciso: a point or a bracket counts only in sequence.
  const before = path.findLast(({ kind }) => kind === 'inciso')?.device.label ?? '';
  const number = Number.parseInt(label.number, 10);
  return number === 1 || number === (romanValue(/^[IVXLCDM]{0,12}/.exec(before)?.[0] ?? '') ?? 0) + 1 ? label : null;
}
