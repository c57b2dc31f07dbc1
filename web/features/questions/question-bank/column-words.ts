import type { TableField } from '#contract/questions/question-columns.ts';
import type { ImportTable } from '#contract/questions/question-import.ts';

/** The fields of a question, as labels for the columns of a file. */
export const fieldNames: Record<TableField, string> = {
  enunciado: 'Enunciado',
  alternativa_a: 'Alternativa A',
  alternativa_b: 'Alternativa B',
  alternativa_c: 'Alternativa C',
  alternativa_d: 'Alternativa D',
  alternativa_e: 'Alternativa E',
  alternativa_f: 'Alternativa F',
  correta: 'Gabarito',
  comentario: 'Comentário',
  comentario_a: 'Comentário da A',
  comentario_b: 'Comentário da B',
  comentario_c: 'Comentário da C',
  comentario_d: 'Comentário da D',
  comentario_e: 'Comentário da E',
  comentario_f: 'Comentário da F',
  materia: 'Matéria',
  assunto: 'Assunto',
  banca: 'Banca',
  orgao: 'Órgão',
  cargo: 'Cargo',
  ano: 'Ano',
  banca_ano: 'Banca e ano',
  dificuldade: 'Dificuldade',
  etiquetas: 'Etiquetas',
  formato: 'Formato (texto ou html)',
  situacao: 'Situação',
  motivo: 'Motivo da situação',
  texto_base: 'Texto-base',
  texto_titulo: 'Título do texto-base',
  texto_formato: 'Formato do texto-base',
};

/** A, B, …, Z, AA: the name of a spreadsheet column without a header. */
export function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last;
}

export type ColumnChoice = { headerLine: number; fields: (TableField | null)[] };

export const choiceOf = (table: ImportTable): ColumnChoice => ({
  headerLine: table.headerLine,
  fields: table.columns.map(({ field }) => field),
});

/** Each field is assigned to one column: a column that had it before loses it. */
export const withField = (fields: ColumnChoice['fields'], place: number, field: TableField | null) =>
  fields.map((own, at) => (at === place ? field : own === field ? null : own));
