import { escapeHtml } from '#contract/escape-html.ts';
import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import { lackOfText } from '#server/pdf/lack-of-text.ts';
import type { Span } from '#server/pdf/lines.ts';
import type { PdfText } from '#server/pdf/read-pdf.ts';
import {
  bareQuestion,
  excerptOf,
  type FileEntry,
  FileRefused,
  keyless,
  type QuestionFile,
} from '../files/question-file.ts';
import { originOf } from '../files/question-origin.ts';
import type { ExamDoubt, ExamQuestion, LeftOut } from './exam.ts';
import { readExam } from './read-exam.ts';

/** The message for the teacher about each warning. */
const doubtWords: Readonly<Record<ExamDoubt, string>> = {
  options_count: 'o número de alternativas é outro que o das demais',
  option_empty: 'há uma alternativa sem texto',
  options_equal: 'há duas alternativas iguais',
  options_twice: 'há mais de uma lista com letras',
  options_style: 'as letras das alternativas estão escritas de outro modo',
  number_gap: 'falta a questão de antes ou a de depois',
  long: 'ela é muito mais longa que as outras',
  statement_short: 'o enunciado é muito curto',
  column_break: 'a última alternativa muda de coluna ou de página',
  text_behind: 'um texto depois dela ficou de fora',
  text_before: 'um texto antes dela ficou de fora',
  figure: 'há uma figura: veja se ela veio inteira e no lugar certo',
  table: 'parece haver uma tabela',
  unreadable_characters: 'há letras que o PDF não diz quais são',
  scanned: 'a página é uma imagem: o texto foi reconhecido, e figuras não vêm',
  base_text_range: 'não sabemos de quais questões é o texto de apoio',
  size_changes: 'há linhas em letra de outro tamanho',
  option_ending: 'umas alternativas terminam com ponto e outras não',
  brackets: 'um parêntese ou uma aspa não fecha',
  key_missing: 'falta o gabarito',
  key_unknown: 'o gabarito diz uma letra que ela não tem',
  annulled: 'ela foi anulada',
};

/**
 * Reads the questions of an exam in PDF as entries of an import. Any uncertainty excludes an entry until an author
 * reviews it.
 */
export function readExamEntries(pdf: PdfText, stored: Readonly<Record<string, string>> = {}): QuestionFile {
  const lack = lackOfText(pdf);
  if (lack === 'scanned') {
    throw new FileRefused(
      'unsupported_type',
      'As páginas deste PDF são imagens, e não reconhecemos texto nelas. Envie o PDF original da banca.',
    );
  }
  if (lack === 'unmapped') {
    throw new FileRefused(
      'unsupported_type',
      'Este PDF não diz quais são as suas letras: copiar o texto dele também não dá. Envie outra versão da prova.',
    );
  }
  const { questions, leftOut, pages } = readExam(pdf);
  return {
    kind: 'pdf',
    entries: questions.map((question) => entryOf(question, picturesOf(question, pdf, stored))),
    remarks: leftOut.map(remarkOf),
    pages,
  };
}

function remarkOf({ kind, text, count }: LeftOut): string {
  const words = `“${excerptOf(text)}”`;
  if (kind === 'cover') return `Ficou de fora a capa (${count} letras): ${words}`;
  if (kind === 'running') return `Ficou de fora uma linha que se repete em ${count} páginas: ${words}`;
  if (kind === 'series') return `Ficou de fora outra série de questões (${count}), que começa de novo: ${words}`;
  return `Ficou de fora um texto entre as questões: ${words}`;
}

/** The temporary address of a picture of an exam until it is stored. */
export const pictureAddress = (at: number): string => `pdf-picture-${at}`;

/** Addresses of the pictures of each part of a question: 'statement', or the letter of an option. */
export type PartPictures = Readonly<Record<string, readonly string[]>>;

function picturesOf(
  { figures }: ExamQuestion,
  { pictures }: PdfText,
  stored: Readonly<Record<string, string>>,
): PartPictures {
  const found: Record<string, string[]> = {};
  for (const { page, box, part } of figures) {
    const at = pictures.findIndex((one) => one.page === page && one.box.x === box.x && one.box.y === box.y);
    const address = stored[pictureAddress(at)];
    if (address !== undefined) found[part] = [...(found[part] ?? []), address];
  }
  return found;
}

function entryOf(question: ExamQuestion, pictures: PartPictures): FileEntry {
  const warning =
    question.doubts.length > 0
      ? `Confira: ${question.doubts.map((doubt) => doubtWords[doubt]).join('; ')}.`
      : undefined;
  const { statementSpans, options, kind } = question;
  const { content, origin } = contentOf(
    statementSpans,
    options.map(({ spans }) => spans),
    kind === 'trueFalse',
    pictures,
  );
  return {
    line: question.number,
    number: question.number,
    excerpt: excerptOf(question.statement),
    question: null,
    unfinished: {
      ...bareQuestion(content),
      subject: question.subject ?? '',
      ...(origin && {
        source: origin.banca,
        organ: origin.organ.slice(0, QUESTION_LABEL_MAX),
        year: origin.year,
      }),
      baseText: baseTextOf(question.baseText),
    },
    problem: warning ?? 'Falta o gabarito desta questão.',
    awaitsKey: true,
    pieces: question.pieces,
    ...(warning === undefined ? {} : { warning }),
  };
}

const TITLE_MAX = 80;

export const baseTextOf = (text: string | null) =>
  text === null ? null : { title: excerptOf(text).slice(0, TITLE_MAX), format: 'plain' as const, text };

const isStyled = ({ isBold, isItalic, isUnderlined, shift }: Span) =>
  isBold || isItalic || isUnderlined || shift !== null;

/** Bold over a part without an exception is its type, not a stress. */
function withoutFullBold(paragraphs: readonly Span[][]): Span[][] {
  const isFull = paragraphs.flat().every(({ isBold }) => isBold);
  return paragraphs.map((spans) => spans.map((span) => ({ ...span, isBold: span.isBold && !isFull })));
}

/** The texts of a question from the spans of its parts. An item without options gets those of right and wrong. */
export function contentOf(
  statementSpans: readonly Span[][],
  options: readonly Span[][][],
  isItem: boolean,
  pictures: PartPictures = {},
) {
  const origin = originOf((statementSpans[0] ?? []).map(({ text }) => text).join(''));
  const statement = withoutFullBold(origin ? withoutStart(statementSpans, origin.length) : statementSpans);
  const parts = options.map(withoutFullBold);
  const isHtml =
    Object.keys(pictures).length > 0 || [statement, ...parts].some((paragraphs) => paragraphs.flat().some(isStyled));
  const images = (part: string) =>
    (pictures[part] ?? []).map((address) => `<p><img src="${escapeHtml(address)}" alt="Figura"></p>`).join('');
  const write = (paragraphs: readonly Span[][]) =>
    isHtml
      ? paragraphs.map((spans) => `<p>${spans.map(markupOf).join('')}</p>`).join('')
      : paragraphs.map((spans) => spans.map(({ text }) => text).join('')).join('\n');
  const plain = isItem
    ? [...TRUE_FALSE]
    : parts.map((paragraphs, at) => `${write([paragraphs.flat()])}${images(String.fromCharCode(65 + at))}`);
  const content = {
    format: isHtml ? ('html' as const) : ('plain' as const),
    questionText: `${write(statement)}${images('statement')}`,
    options: keyless(plain),
  };
  return { content, origin };
}

/** Paragraphs without the first characters of the first one. */
function withoutStart([first = [], ...others]: readonly Span[][], length: number): Span[][] {
  let left = length;
  const cut = first.flatMap((span) => {
    const text = span.text.slice(left);
    left = Math.max(0, left - span.text.length);
    return text === '' ? [] : [{ ...span, text }];
  });
  return [cut, ...others];
}

function markupOf({ text, isBold, isItalic, isUnderlined, shift }: Span): string {
  let markup = escapeHtml(text);
  if (shift !== null) markup = shift === 'super' ? `<sup>${markup}</sup>` : `<sub>${markup}</sub>`;
  if (isUnderlined) markup = `<u>${markup}</u>`;
  if (isItalic) markup = `<em>${markup}</em>`;
  return isBold ? `<strong>${markup}</strong>` : markup;
}
