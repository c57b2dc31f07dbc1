import { expect, it } from 'vitest';
import { clozeSource, clozeTokens, sentenceOf, toggleWord, withSentence } from './cloze-words.ts';

const tokensOf = (source: string) => clozeTokens(source) ?? [];
const hide = (source: string, ...words: string[]) =>
  words.reduce(
    (tokens, word) =>
      toggleWord(
        tokens,
        tokens.findIndex(({ text }) => text === word),
      ),
    tokensOf(source),
  );

it('hidden words that follow each other become one gap, and punctuation stays in sight', () => {
  const tokens = hide('Às PMs cabem a polícia ostensiva, e a ordem pública.', 'polícia', 'ostensiva', 'pública');
  expect(clozeSource(tokens)).toBe('Às PMs cabem a {{c1::polícia ostensiva}}, e a ordem {{c1::pública}}.');
  expect(clozeSource(tokensOf(clozeSource(tokens)))).toBe(clozeSource(tokens));
});

it('pressing a hidden word again shows it', () => {
  expect(clozeSource(toggleWord(tokensOf('a {{c1::b c}}'), 2))).toBe('a b {{c1::c}}');
});

it('editing the sentence keeps the words hidden that were not edited', () => {
  const tokens = tokensOf('Cabe à {{c1::polícia}} a ordem {{c1::pública}}.');
  const edited = withSentence(tokens, 'Cabe à polícia militar a ordem pública.');
  expect(clozeSource(edited)).toBe('Cabe à {{c1::polícia}} militar a ordem {{c1::pública}}.');
  expect(sentenceOf(withSentence(tokens, ''))).toBe('');
});

it('a sentence with formulas, hints or several gap numbers is edited as text', () => {
  for (const source of ['\\(x\\) {{c1::y}}', '{{c2::a}} b', '{{c1::a::dica}}']) expect(clozeTokens(source)).toBeNull();
});

it('two hidden words with a comma between them are two gaps', () => {
  expect(clozeSource(hide('dever, direito', 'dever', 'direito'))).toBe('{{c1::dever}}, {{c1::direito}}');
});
