import { expect, it } from 'vitest';
import { addCue, asCues, asDraft, changeCue, problemWords, readWords, splitCue } from './caption-draft.ts';

const draft = asDraft([
  { start: 1000, end: 2000, text: 'um' },
  { start: 5000, end: 9000, text: 'dois e três' },
]);

it('a new cue begins where the recording is, and ends before the next one', () => {
  const { cues, id } = addCue(draft, 4000.4);
  expect(asCues(cues).map(({ start, end }) => [start, end])).toEqual([
    [1000, 2000],
    [4000, 5000],
    [5000, 9000],
  ]);
  expect(cues.find((cue) => cue.id === id)?.start).toBe(4000);
});

it('a cue is split at the cursor, and its time is shared by the number of letters', () => {
  const cues = asCues(splitCue(draft, 2, 4));
  expect(cues.slice(1)).toEqual([
    { start: 5000, end: 6600, text: 'dois' },
    { start: 6600, end: 9000, text: 'e três' },
  ]);
  expect(splitCue(draft, 2, 0)).toEqual(draft);
});

it('a cue that is moved takes its place in the order', () => {
  expect(changeCue(draft, 1, { start: 9000, end: 9500 }).map(({ id }) => id)).toEqual([2, 1]);
});

it('a fast cue and a file with problems are described in words', () => {
  const fast = { start: 0, end: 1000, text: 'x'.repeat(25) };
  expect(problemWords('fast', fast)).toBe('25 letras/s, rápida: acima de 20 ninguém lê. Parta a fala.');
  expect(problemWords(null, { start: 0, end: 1000, text: 'oi' })).toBe('2 letras/s');
  expect(readWords({ problem: 'nothing' })).toMatch(/Não achamos nenhuma fala/);
  expect(readWords({ problem: null, cues: [fast], skipped: 1, shortened: 2 })).toBe(
    '1 falas lidas; 1 sem tempo ou sem texto ficaram de fora; 2 que se sobrepunham foram encurtadas. Confira e salve.',
  );
});
