import { expect, it } from 'vitest';
import { spokenFragment, spokenWordsIn } from '#web/lib/spoken-link.ts';
import { cueOfHit, findSpoken } from './spoken-place.ts';

const cues = [
  'Hoje vamos falar de crase.',
  'Quando haver quer dizer existir,',
  'ele não tem sujeito.',
  'Haver não varia.',
].map((text, at) => ({ start: at * 1000, end: at * 1000 + 900, text }));

it.each([
  [['crase'], 0],
  [['CRÁSE'], 0],
  [['sujei'], 2],
  [['haver', 'sujeito'], 1],
  [['haver', 'varia'], 3],
  [['jeito'], -1],
  [['ausente'], -1],
  [[], -1],
])('the words %j are said in cue %i: beginnings of words, without accents, also over two cues', (words, at) => {
  expect(findSpoken(cues, words)).toBe(at);
});

it('5,000 cues are searched within one step of the page', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ start: at, end: at + 1, text: `fala número ${at}` }));
  expect(findSpoken(many, ['4999'])).toBe(4999);
});

it('a hit in the text of the lesson moves no recording; a hit that only a recording has does', () => {
  const hash = spokenFragment(['haver', 'sujeito']);
  expect(cueOfHit(cues, hash, 'O verbo haver não tem sujeito.')).toBe(-1);
  expect(cueOfHit(cues, hash, 'O verbo haver é impessoal.')).toBe(1);
  expect(cueOfHit(cues, '', 'Outro texto.')).toBe(-1);
  expect(cueOfHit(cues, '#titulo', 'Outro texto.')).toBe(-1);
});

it('the fragment keeps every word, and one that cannot be decoded names none', () => {
  const words = ['não', 'a+b', '50%', 'd#e'];
  expect(spokenWordsIn(spokenFragment(words))).toEqual(words);
  expect(spokenFragment([])).toBe('');
  expect(spokenWordsIn('#fala=%E0%A4%A')).toEqual([]);
});
