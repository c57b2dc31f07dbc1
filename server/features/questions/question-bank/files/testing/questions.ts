import fc from 'fast-check';
import { distinctTags } from '#contract/questions/question-tags.ts';
import type { FileQuestion } from '../question-file.ts';

const signs = fc.constantFrom(
  ...['\\', '\n', '=', '~', '#', '####', '{', '}', ':', '::', '->', '%50%', '[html]', '[plain]', '[markdown]', '//'],
  ...['$CATEGORY:', '"', "'", ';', ',', '\t', '<b>', '&', '\\n', '-', '+', '@', ' ', '\n\n', 'T', 'TRUE', '_____'],
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text file may hold.
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/;
const word = fc
  .string({ unit: 'grapheme', maxLength: 6 })
  .filter((text) => !unwritable.test(text) && text.isWellFormed());

/** Arbitrary texts of questions, with many control signs of the formats. */
const text = (min = 0) =>
  fc
    .array(fc.oneof(signs, word, fc.constantFrom('ação', 'à', 'Qual?')), { minLength: min, maxLength: 8 })
    .map((parts) => parts.join('').trim())
    .filter((value) => value.length >= min);

const label = fc
  .array(fc.oneof(word, fc.constantFrom(']', '[', '\\', '/', '=', ' ', 'º')), { maxLength: 5 })
  .map((parts) => parts.join('').replace(/\s+/g, ' ').trim());

/** Names that Moodle's own paths use cannot be told apart from subjects. */
const subject = label.filter((name) => !/^\/|^top$|^\$\w+\$$|^(Default for|Padrão para)\s/.test(name));

const options = fc
  .tuple(fc.array(fc.tuple(text(1), text()), { minLength: 2, maxLength: 6 }), fc.nat())
  .map(([texts, right]) =>
    texts.map(([optionText, comment], index) => ({ optionText, comment, isCorrect: index === right % texts.length })),
  );
const certoErrado = fc.tuple(text(), text(), fc.boolean()).map(([first, second, isTrue]) => [
  { optionText: 'Certo', comment: first, isCorrect: isTrue },
  { optionText: 'Errado', comment: second, isCorrect: !isTrue },
]);

/** Few of them, so that questions share one. */
const baseText = fc.record({
  title: label,
  format: fc.constantFrom('plain' as const, 'html' as const),
  text: fc.oneof(fc.constantFrom('Leia o texto.', 'Primeiro parágrafo.\n\nSegundo {com} chaves.'), text(1)),
});

export const anyQuestion: fc.Arbitrary<FileQuestion> = fc.record({
  format: fc.constantFrom('plain' as const, 'html' as const),
  questionText: text(1),
  comment: text(),
  baseText: fc.option(baseText),
  options: fc.oneof({ weight: 4, arbitrary: options }, certoErrado),
  subject,
  topic: label,
  source: label,
  organ: label,
  post: label,
  year: fc.option(fc.integer({ min: 1900, max: 2099 })),
  difficulty: fc.option(fc.constantFrom('easy' as const, 'medium' as const, 'hard' as const)),
  status: fc.constantFrom('active' as const, 'annulled' as const, 'outdated' as const),
  statusReason: label,
  tags: fc
    .array(
      label.map((text) => text.normalize('NFC').replaceAll(/[=,;]/g, '')),
      { maxLength: 3 },
    )
    .map(distinctTags),
});
