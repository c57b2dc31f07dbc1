import { expect, it } from 'vitest';
import { differences, type Line } from './differences.ts';
import { changed, type Joining, opened, overtaken } from './editing.ts';
import { mergeFields } from './merge.ts';

type Text = { title: string; body: string; limit: string };
const joining: Joining<Text> = { settle: (_, now) => now, onto: (mine) => mine, merge: mergeFields };
const lines = (text: Text): Line[] => [
  { name: 'title', label: 'Título', text: text.title },
  { name: 'body', label: 'Texto', text: text.body },
  { name: 'limit', label: 'Tempo', text: text.limit },
];

it('differences name who changed each field, and leave out equal fields', () => {
  const stored = { value: { title: 'A', body: 'b', limit: '60' }, revision: 1, savedAt: null };
  const mine = changed(opened(stored, null), { title: 'meu', body: 'meu', limit: '60' }, '');
  const theirs = { value: { title: 'deles', body: 'b', limit: '30' }, revision: 2, savedAt: null };
  expect(differences(mine, joining, lines)).toEqual([]);
  expect(differences(overtaken(mine, theirs), joining, lines)).toEqual([
    { name: 'title', label: 'Título', mine: 'meu', theirs: 'deles', changedBy: 'both' },
    { name: 'body', label: 'Texto', mine: 'meu', theirs: 'b', changedBy: 'me' },
    { name: 'limit', label: 'Tempo', mine: '60', theirs: '30', changedBy: 'them' },
  ]);
});
