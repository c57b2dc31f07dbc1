import { QUIZ_OPTIONS_MAX } from '#contract/limits.ts';
import { type TableField, tableField } from '#contract/questions/question-columns.ts';
import { searchKey } from '#server/db/keys.ts';

export type { TableField };

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'].slice(0, QUIZ_OPTIONS_MAX);

const optionColumn = (letter: string) => `alternativa_${letter.toLowerCase()}` as TableField;
const commentColumn = (letter: string) => `comentario_${letter.toLowerCase()}` as TableField;

/** The columns in the order of the template, which has board and year apart. */
export const csvColumns = tableField.options.filter((field) => field !== 'banca_ano');

const alternatives: TableField[] = ['alternativa_a', 'alternativa_b'];

/** The required columns that a table lacks. Without any column for options, every question is Certo/Errado. */
export function missingFields(fields: readonly (TableField | null)[]): TableField[] {
  const needed: TableField[] = ['enunciado', ...alternatives, 'correta'];
  const missing = needed.filter((name) => !fields.includes(name));
  const hasNoOptions = !fields.some((name) => name?.startsWith('alternativa_'));
  // An option may be marked as right inside its text, for example with ✓.
  const needsKey = hasNoOptions ? missing : missing.filter((name) => name !== 'correta');
  return hasNoOptions ? needsKey.filter((name) => !alternatives.includes(name)) : needsKey;
}

const synonyms: Record<string, TableField> = {
  pergunta: 'enunciado',
  questao: 'enunciado',
  texto_da_questao: 'enunciado',
  question: 'enunciado',
  gabarito: 'correta',
  gab: 'correta',
  resposta: 'correta',
  resposta_correta: 'correta',
  resposta_certa: 'correta',
  alternativa_correta: 'correta',
  alternativa_certa: 'correta',
  letra_correta: 'correta',
  certa: 'correta',
  c_e: 'correta',
  certo_errado: 'correta',
  answer: 'correta',
  comentarios: 'comentario',
  justificativa: 'comentario',
  explicacao: 'comentario',
  resolucao: 'comentario',
  disciplina: 'materia',
  subject: 'materia',
  topico: 'assunto',
  tema: 'assunto',
  topic: 'assunto',
  fonte: 'banca',
  organizadora: 'banca',
  instituicao: 'orgao',
  orgao_publico: 'orgao',
  funcao: 'cargo',
  banca_e_ano: 'banca_ano',
  nivel: 'dificuldade',
  tags: 'etiquetas',
  marcadores: 'etiquetas',
  texto_de_apoio: 'texto_base',
  texto_motivador: 'texto_base',
  titulo_do_texto: 'texto_titulo',
};

const options = /^(?:alternativa|alt|opcao|letra|item|option|resposta)_?([a-z]|\d)$/;

/**
 * Normalises a header cell to a known column name: 'Comentário A' and 'comentario_a' are one, as are 'alt. b' and 'B'.
 */
export function columnName(header: string): string {
  const name = searchKey(header)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const [, sign = ''] = options.exec(name) ?? (/^[a-f]$/.test(name) ? [name, name] : []);
  const letter = /\d/.test(sign) ? String.fromCharCode(96 + Number(sign)) : sign;
  return letter ? `alternativa_${letter}` : (synonyms[name] ?? name);
}

/** An option beyond the last letter that a question may have. */
export const isOptionTooMany = (name: string) => /^alternativa_[g-z]$/.test(name);

export const isField = (name: string): name is TableField => tableField.options.some((field) => field === name);
export { commentColumn, optionColumn };
