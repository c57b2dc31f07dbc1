import * as z from 'zod/mini';
import { QUESTION_TAG_MAX, QUESTION_TAGS_MAX } from '#contract/limits.ts';
import { text } from '#contract/shapes.ts';

/** The signs by which files keep tags apart, and a tag from a label. */
const SIGNS = /[,;=\n\r\t]/;
const FORM = 'Uma etiqueta não tem vírgula, ponto e vírgula nem sinal de igual.';

export const tag = text(QUESTION_TAG_MAX).check(
  z.trim(),
  z.minLength(1, 'Escreva a etiqueta.'),
  z.refine((value) => !SIGNS.test(value.normalize('NFC')), FORM),
);

export const tags = z
  .array(tag)
  .check(z.maxLength(QUESTION_TAGS_MAX, `Use no máximo ${QUESTION_TAGS_MAX} etiquetas por questão.`));

/** One of each, without regard to case, in the order given. */
export function distinctTags(given: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const one of given) {
    const clean = one.normalize('NFC').replace(/\s+/g, ' ').trim();
    const key = clean.toLowerCase();
    if (clean !== '' && !known.has(key)) known.set(key, clean);
  }
  return [...known.values()];
}

/** 'revisão, prova 2' as it is typed or stands in a cell. */
export const splitTags = (written: string): string[] => distinctTags(written.split(/[,;\n\r\t]/));
