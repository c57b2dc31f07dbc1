import type { MadePage, Put } from '#server/pdf/testing/make-pdf.ts';

/** Numbers from a seed, so that a layout that fails can be made again. */
export function randomOf(seed: number) {
  let state = (seed * 2654435761 + 1) >>> 0;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let at = 0; at < 8; at += 1) next();
  return {
    next,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    chance: (share: number) => next() < share,
  };
}
type Random = ReturnType<typeof randomOf>;

export type MadeQuestion = {
  number: number;
  statement: string;
  options: string[];
  /** Null where the question has no shared text. */
  baseText: string | null;
};

export type Layout = {
  columns: 1 | 2;
  number: 'named' | 'named-inline' | 'dot' | 'zero-dot' | 'paren' | 'bare' | 'margin' | 'dash';
  label: '(A)' | 'A)' | 'a)' | 'A' | 'A.' | 'A –';
  hanging: boolean;
  options: 4 | 5;
  isBoldNumber: boolean;
  hasHeadings: boolean;
  hasBaseTexts: boolean;
  hasRunning: boolean;
  hasItems: boolean;
  gap: number;
  size: number;
  shortOptions: boolean;
};

const nouns = 'servidor cidadão juiz conselho município contrato prazo recurso pedido órgão tributo decreto'.split(' ');
const verbs = 'aprecia recebe publica examina revoga entrega mantém altera confirma anula institui'.split(' ');
const links = ['que', 'quando', 'porque', 'de modo que', 'ainda que', 'sem que', 'para que'];
const asides = [
  ', nos termos do art. 5º da Lei nº 8.112/1990,',
  ' (vinte mil reais)',
  ', em 15 de março de 2020,',
  ' “sem justa causa”',
  ' por R$ 15.000,00',
  ', segundo a Constituição Federal,',
  ' a 20% do total',
];

function sentence(random: Random, words: number): string {
  let text = `O ${random.pick(nouns)}`;
  for (let at = 0; at < words; at += 1) {
    text +=
      at % 3 === 2 ? ` ${random.pick(links)} o ${random.pick(nouns)}` : ` ${random.pick(at % 3 === 0 ? verbs : nouns)}`;
    if (random.chance(0.08)) text += random.pick(asides);
  }
  return `${text.replace(/,$/, '')}.`;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function randomLayout(random: Random): Layout {
  const number = random.pick(['named', 'named-inline', 'dot', 'zero-dot', 'paren', 'bare', 'margin', 'dash'] as const);
  const columns = random.pick([1, 2] as const);
  return {
    columns,
    number,
    label: random.pick(['(A)', 'A)', 'a)', 'A', 'A.', 'A –'] as const),
    hanging: random.chance(0.6),
    options: random.pick([4, 5] as const),
    isBoldNumber: random.chance(0.6),
    hasHeadings: random.chance(0.5),
    hasBaseTexts: random.chance(0.6),
    hasRunning: random.chance(0.7),
    hasItems: random.chance(0.2),
    gap: random.pick([0, 4, 8, 14]),
    size: random.pick([8, 9, 10, 11]),
    shortOptions: random.chance(0.15),
  };
}

type Flowed = { parts: { text: string; x: number; bold?: boolean; italic?: boolean }[]; gap: number };

const letters = 'ABCDE';
const width = (text: string, size: number) => 0.48 * size * text.length;

function wrap(text: string, room: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || width(`${last} ${word}`, size) > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const subjects = ['LÍNGUA PORTUGUESA', 'DIREITO CONSTITUCIONAL', 'RACIOCÍNIO LÓGICO', 'NOÇÕES DE INFORMÁTICA'];

/** An exam in one layout: its pages, and what a reader has to find in them. */
export function makeExam(
  random: Random,
  layout: Layout,
  count: number,
): { pages: MadePage[]; questions: MadeQuestion[] } {
  const { columns, size } = layout;
  const room = columns === 2 ? 245 : 515;
  const flowed: Flowed[] = [];
  const add = (lines: readonly string[], x: number, gap: number, style: { bold?: boolean; italic?: boolean } = {}) => {
    for (const [at, text] of lines.entries()) flowed.push({ parts: [{ text, x, ...style }], gap: at === 0 ? gap : 0 });
  };
  const questions: MadeQuestion[] = [];
  let base: { text: string; to: number } | null = null;
  for (let number = 1; number <= count; number += 1) {
    if (layout.hasHeadings && number % 8 === 1) {
      add(
        [subjects[Math.floor(number / 8) % subjects.length] ?? ''],
        random.chance(0.5) ? 40 : 0,
        2 * layout.gap + 10,
        { bold: true },
      );
      base = null;
    }
    const isItem = layout.hasItems;
    if (base && number > base.to) base = null;
    if (isItem && (number - 1) % 4 === 0) {
      const command = `A respeito do ${random.pick(nouns)} e do ${random.pick(nouns)}, julgue os itens a seguir.`;
      add(wrap(command, room, size), 0, layout.gap + 8, { bold: random.chance(0.5) });
      base = { text: command, to: number + 3 };
    } else if (!isItem && layout.hasBaseTexts && !base && random.chance(0.2) && number + 3 <= count) {
      const to = Math.min(number + random.between(1, 3), layout.hasHeadings ? 8 * Math.ceil(number / 8) : count);
      const opening = random.pick([
        `Texto para as questões ${number} a ${to}.`,
        `Leia o texto para responder às questões de números ${String(number).padStart(2, '0')} a ${String(to).padStart(2, '0')}.`,
        `Atenção: Considere o texto abaixo para responder às questões de números ${number} a ${to}.`,
        `As questões ${number} a ${to} referem-se ao texto a seguir.`,
      ]);
      const body = Array.from({ length: random.between(2, 4) }, () => sentence(random, 9)).join(' ');
      add(wrap(opening, room, size), 0, layout.gap + 10, { bold: random.chance(0.6) });
      add(wrap(body, room, size), 0, 6);
      base = { text: `${opening} ${body}`, to };
    }
    const statementParts = [sentence(random, random.between(4, 14))];
    if (!isItem && random.chance(0.15)) {
      statementParts.push('Considere as afirmativas a seguir.');
      for (const roman of ['I', 'II', 'III']) statementParts.push(`${roman}. ${sentence(random, 5)}`);
      statementParts.push('Assinale a alternativa correta.');
    } else if (!isItem)
      statementParts.push(
        random.pick([
          'Assinale a afirmativa correta.',
          'Nesse caso, é correto afirmar que',
          'É INCORRETO o que se diz em:',
        ]),
      );
    if (isItem) statementParts.splice(1);
    const options = isItem
      ? []
      : Array.from({ length: layout.options }, (_, at) =>
          layout.shortOptions
            ? `${random.pick(nouns)} ${letters[at]}${number}.`
            : random.chance(0.5)
              ? upper(sentence(random, random.between(1, 9)))
              : lower(sentence(random, random.between(1, 9))),
        );
    questions.push({ number, statement: statementParts.join(' '), options, baseText: base?.text ?? null });
    addNumbered(flowed, random, layout, number, statementParts, room);
    const indent = 14;
    for (const [at, option] of options.entries()) {
      const letter = letters[at] ?? '';
      const isOpen = layout.label === 'A';
      const label = layout.label.replace('A', letter).replace('a', letter.toLowerCase());
      const hang = layout.hanging || isOpen ? indent + (layout.label === 'A –' ? 8 : 4) : 0;
      const first = isOpen || layout.hanging ? null : `${label} `;
      const lines = wrap(`${first ?? ''}${option}`, room - hang, size);
      for (const [line, text] of lines.entries()) {
        const parts = [{ text, x: first === null ? hang : 0 }];
        if (line === 0 && first === null) parts.unshift({ text: label, x: 0 });
        flowed.push({ parts, gap: line === 0 ? layout.gap / 2 : 0 });
      }
    }
  }
  return { pages: paginate(flowed, layout), questions };
}

function addNumbered(
  flowed: Flowed[],
  random: Random,
  layout: Layout,
  number: number,
  paragraphs: readonly string[],
  room: number,
): void {
  const { size } = layout;
  const bold = layout.isBoldNumber;
  const gap = layout.gap + random.pick([2, 6]);
  const padded = String(number).padStart(2, '0');
  const inline: Partial<Record<Layout['number'], string>> = {
    'named-inline': `Questão ${number} –`,
    dot: `${number}.`,
    'zero-dot': `${padded}.`,
    paren: `${number})`,
    dash: `${number} -`,
  };
  const [first = '', ...others] = paragraphs;
  const label = inline[layout.number];
  if (layout.number === 'named') flowed.push({ parts: [{ text: `QUESTÃO ${number}`, x: 0, bold }], gap });
  if (layout.number === 'bare') flowed.push({ parts: [{ text: padded, x: 0, bold: true }], gap });
  const isMargin = layout.number === 'margin';
  const hang = isMargin ? 18 : 0;
  const lines = wrap(label === undefined ? first : `${label} ${first}`, room - hang - (bold ? 16 : 0), size);
  for (const [at, text] of lines.entries()) {
    if (at === 0 && label !== undefined && bold) {
      const rest = text.slice(label.length + 1);
      const x = width(`${label} `, size) * 1.25;
      flowed.push({
        parts: [
          { text: label, x: 0, bold: true },
          { text: rest, x },
        ],
        gap,
      });
    } else if (at === 0 && isMargin)
      flowed.push({
        parts: [
          { text: String(number), x: 0, bold },
          { text, x: hang },
        ],
        gap,
      });
    else flowed.push({ parts: [{ text, x: hang }], gap: at === 0 ? (label === undefined ? 3 : gap) : 0 });
  }
  for (const paragraph of others)
    for (const text of wrap(paragraph, room - hang, size)) flowed.push({ parts: [{ text, x: hang }], gap: 0 });
}

const BOTTOM = 775;
const TOP = 75;

function paginate(flowed: readonly Flowed[], { columns, size, hasRunning }: Layout): MadePage[] {
  const starts = columns === 2 ? [40, 310] : [40];
  const running = (page: number): Put[] =>
    hasRunning
      ? [
          { text: 'CONCURSO PÚBLICO PARA O TRIBUNAL DO ESTADO', x: 40, y: 35, size: 9, bold: true },
          { text: `${page}`, x: 290, y: 815, size: 9 },
          { text: 'Conhecimentos Gerais – Tipo 1', x: 400, y: 815, size: 9 },
        ]
      : [{ text: `${page}`, x: 290, y: 815, size: 9 }];
  const pages: Put[][] = [running(1)];
  let [column, y] = [0, TOP];
  for (const { parts, gap } of flowed) {
    y += gap;
    if (y > BOTTOM) {
      y = TOP;
      column = (column + 1) % starts.length;
      if (column === 0) pages.push(running(pages.length + 1));
    }
    for (const { x, ...part } of parts) pages.at(-1)?.push({ ...part, size, x: (starts[column] ?? 0) + x, y });
    y += 1.2 * size;
  }
  return pages.map((texts) => ({ texts }));
}
