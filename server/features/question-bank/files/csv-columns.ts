import { QUIZ_OPTIONS_MAX } from '../../../../contract/limits.ts';
import { searchKey } from '../../../db/keys.ts';

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'].slice(0, QUIZ_OPTIONS_MAX);

const optionColumn = (letter: string) => `alternativa_${letter.toLowerCase()}`;
const commentColumn = (letter: string) => `comentario_${letter.toLowerCase()}`;

/** The columns in the order of the template. */
export const csvColumns = [
  'enunciado',
  ...LETTERS.map(optionColumn),
  'correta',
  'comentario',
  ...LETTERS.map(commentColumn),
  'materia',
  'assunto',
  'banca',
  'ano',
  'dificuldade',
  'formato',
  'situacao',
  'motivo',
  'texto_base',
  'texto_titulo',
  'texto_formato',
] as const;

const alternatives = ['alternativa_a', 'alternativa_b'];

/** What a header lacks. Without a single column for options, every question is Certo/Errado. */
export function missingColumns(columns: readonly string[]): string[] {
  const missing = ['enunciado', ...alternatives, 'correta'].filter((name) => !columns.includes(name));
  const hasNoOptions = !columns.some((name) => name.startsWith('alternativa_'));
  return hasNoOptions && missing.every((name) => alternatives.includes(name)) ? [] : missing;
}

const synonyms: Record<string, string> = {
  gabarito: 'correta',
  resposta: 'correta',
  disciplina: 'materia',
  topico: 'assunto',
  fonte: 'banca',
  texto_de_apoio: 'texto_base',
  titulo_do_texto: 'texto_titulo',
};

/** A header cell by the name the product knows it by: 'Comentário A' and 'comentario_a' are one. */
export function columnName(header: string): string {
  const name = searchKey(header)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return synonyms[name] ?? name;
}

/** An option beyond the last letter that a question may have. */
export const isOptionTooMany = (name: string) => /^alternativa_[g-z]$/.test(name);

export const isKnownColumn = (name: string) => csvColumns.includes(name);
export { commentColumn, optionColumn };
