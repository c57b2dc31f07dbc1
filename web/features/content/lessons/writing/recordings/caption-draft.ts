import {
  CUE_TIME_MAX,
  type Cue,
  type CueProblem,
  LETTERS_PER_SECOND_MAX,
  lettersPerSecond,
  type ReadCaptions,
} from '#contract/content/caption-files.ts';

/** A cue in the editor: `id` stays while times and words change. */
export type DraftCue = Cue & { id: number };

/** A new cue lasts this long until its end is set. */
const NEW_MS = 3000;

const nextId = (cues: readonly DraftCue[]) => Math.max(0, ...cues.map(({ id }) => id)) + 1;

export const asDraft = (cues: readonly Cue[]): DraftCue[] => cues.map((cue, at) => ({ ...cue, id: at + 1 }));

export const asCues = (draft: readonly DraftCue[]): Cue[] =>
  draft.map(({ start, end, text }) => ({ start, end, text }));

const inOrder = (cues: DraftCue[]) => cues.toSorted((one, other) => one.start - other.start);

/** A cue that begins at a moment of the recording, and ends where the next one begins at the latest. */
export function addCue(cues: readonly DraftCue[], at: number): { cues: DraftCue[]; id: number } {
  const start = Math.max(0, Math.min(Math.round(at), CUE_TIME_MAX - NEW_MS));
  const next = cues.find((cue) => cue.start > start);
  const id = nextId(cues);
  const end = Math.min(start + NEW_MS, next?.start ?? Number.POSITIVE_INFINITY);
  return { cues: inOrder([...cues, { id, start, end, text: '' }]), id };
}

export const changeCue = (cues: readonly DraftCue[], id: number, change: Partial<Cue>): DraftCue[] =>
  inOrder(cues.map((cue) => (cue.id === id ? { ...cue, ...change } : cue)));

export const removeCue = (cues: readonly DraftCue[], id: number): DraftCue[] => cues.filter((cue) => cue.id !== id);

/** Two cues instead of one, split at a letter; the time is shared by the number of letters. */
export function splitCue(cues: readonly DraftCue[], id: number, letter: number): DraftCue[] {
  const cue = cues.find((one) => one.id === id);
  const [before, after] = [cue?.text.slice(0, letter).trim() ?? '', cue?.text.slice(letter).trim() ?? ''];
  if (!cue || before === '' || after === '') return [...cues];
  const middle = Math.round(cue.start + ((cue.end - cue.start) * before.length) / (before.length + after.length));
  return inOrder([
    ...removeCue(cues, id),
    { ...cue, end: middle, text: before },
    { id: nextId(cues), start: middle, end: cue.end, text: after },
  ]);
}

/** What the editor says beside a cue. */
export function problemWords(problem: CueProblem | null, cue: Cue): string {
  if (problem === 'backwards') return 'O fim vem antes do início.';
  if (problem === 'overlap') return 'Começa antes do fim da anterior.';
  if (problem === 'empty') return 'Escreva a fala, ou apague a linha.';
  const speed = `${lettersPerSecond(cue)} letras/s`;
  return problem === 'fast' ? `${speed}, rápida: acima de ${LETTERS_PER_SECOND_MAX} ninguém lê. Parta a fala.` : speed;
}

const refusals = {
  too_large: 'O arquivo tem mais de 2 MB.',
  too_many: 'O arquivo tem falas demais.',
  nothing: 'Não achamos nenhuma fala. Envie um arquivo .vtt ou .srt.',
};

/** What became of a file. */
export function readWords(read: ReadCaptions): string {
  if (read.problem) return refusals[read.problem];
  const parts = [`${read.cues.length} falas lidas`];
  if (read.skipped > 0) parts.push(`${read.skipped} sem tempo ou sem texto ficaram de fora`);
  if (read.shortened > 0) parts.push(`${read.shortened} que se sobrepunham foram encurtadas`);
  return `${parts.join('; ')}. Confira e salve.`;
}
