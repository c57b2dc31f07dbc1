import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import { csvLines } from '#server/csv/csv-cells.ts';
import { commentColumn, csvColumns, LETTERS, optionColumn } from './csv-columns.ts';
import type { FileQuestion } from './question-file.ts';
import { difficultyLabel, formatLabel, statusLabel } from './question-labels.ts';

/** Questions as a spreadsheet that `readCsv` reads back unchanged. */
export const writeQuestionsAsCsv = (questions: readonly FileQuestion[]): string =>
  Array.from(csvPieces(questions)).join('');

export const csvPieces = (questions: readonly FileQuestion[]): Generator<string> => csvLines(rowsOf(questions));

function* rowsOf(questions: readonly FileQuestion[]) {
  yield csvColumns;
  for (const question of questions) {
    const cells = cellsOf(question);
    yield csvColumns.map((column) => cells[column] ?? '');
  }
}

function cellsOf(question: FileQuestion): Record<string, string> {
  const cells: Record<string, string> = {
    enunciado: question.questionText,
    correta: optionLabelOf(
      question.options.findIndex(({ isCorrect }) => isCorrect),
      kindOf(question.options),
    ),
    comentario: question.comment,
    materia: question.subject,
    assunto: question.topic,
    banca: question.source,
    orgao: question.organ ?? '',
    cargo: question.post ?? '',
    ano: question.year === null ? '' : String(question.year),
    dificuldade: difficultyLabel(question.difficulty),
    etiquetas: question.tags.join(', '),
    formato: formatLabel(question.format),
    situacao: statusLabel(question.status),
    motivo: question.statusReason,
    texto_base: question.baseText?.text ?? '',
    texto_titulo: question.baseText?.title ?? '',
    texto_formato: question.baseText ? formatLabel(question.baseText.format) : '',
  };
  question.options.forEach((option, index) => {
    const letter = LETTERS[index] ?? '';
    cells[optionColumn(letter)] = option.optionText;
    cells[commentColumn(letter)] = option.comment;
  });
  return cells;
}

/** The template that authors download: the header and two example questions. */
export function csvTemplate(): string {
  return writeQuestionsAsCsv([
    {
      format: 'plain',
      questionText: 'Assinale a frase em que o acento grave está correto.',
      comment: 'Só há crase antes de palavra feminina que aceita o artigo "a".',
      options: [
        { optionText: 'Fui à escola.', comment: 'Certa: ir a + a escola.', isCorrect: true },
        { optionText: 'Fui à pé.', comment: '"Pé" é palavra masculina.', isCorrect: false },
        { optionText: 'Voltei à ele.', comment: 'Não há crase antes de pronome pessoal.', isCorrect: false },
      ],
      baseText: null,
      subject: 'Português',
      topic: 'Crase',
      source: 'Banca de exemplo',
      organ: 'Prefeitura de exemplo',
      post: 'Agente administrativo',
      year: 2025,
      difficulty: 'easy',
      status: 'active',
      statusReason: '',
      tags: [],
    },
    {
      format: 'plain',
      questionText: 'A casa é asilo inviolável do indivíduo.',
      comment: 'Art. 5º, XI, da Constituição Federal.',
      options: [
        { optionText: 'Certo', comment: '', isCorrect: true },
        { optionText: 'Errado', comment: '', isCorrect: false },
      ],
      baseText: null,
      subject: 'Direito Constitucional',
      topic: 'Direitos fundamentais',
      source: '',
      year: null,
      difficulty: null,
      status: 'active',
      statusReason: '',
      tags: [],
    },
  ]);
}
