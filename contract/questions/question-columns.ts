import * as z from 'zod/mini';

/** What a column of a spreadsheet may be. */
export const tableField = z.enum([
  'enunciado',
  'alternativa_a',
  'alternativa_b',
  'alternativa_c',
  'alternativa_d',
  'alternativa_e',
  'alternativa_f',
  'correta',
  'comentario',
  'comentario_a',
  'comentario_b',
  'comentario_c',
  'comentario_d',
  'comentario_e',
  'comentario_f',
  'materia',
  'assunto',
  'banca',
  'ano',
  'banca_ano',
  'dificuldade',
  'etiquetas',
  'formato',
  'situacao',
  'motivo',
  'texto_base',
  'texto_titulo',
  'texto_formato',
]);
export type TableField = z.output<typeof tableField>;
