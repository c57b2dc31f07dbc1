import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';

/* Captions as cues, and the files they come from: WebVTT and SRT. Pure, linear in the length of the file. */

/** Times in milliseconds from the start of the recording. */
export type Cue = { start: number; end: number; text: string };

export const CUES_MAX = 5000;
export const CUE_TEXT_MAX = 500;
/** All cues of a recording together, as far as the search reads. */
export const CAPTIONS_TEXT_MAX = 200_000;
/** A recording lasts a day at most. */
export const CUE_TIME_MAX = DAY_MS;
export const CAPTION_FILE_MAX_CHARS = 2 * 1024 * 1024;
/** Readers cannot follow more letters a second than this. */
export const LETTERS_PER_SECOND_MAX = 20;

const timePattern = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** '00:01:02.500', '1:02,5' and '01:02' in milliseconds; null: not a time. */
export function parseCueTime(text: string): number | null {
  const found = timePattern.exec(text.trim());
  if (!found) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = found;
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return null;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
  return ms <= CUE_TIME_MAX ? ms : null;
}

const two = (value: number) => String(value).padStart(2, '0');

/** 62500 → '01:02.5' for a field, with hours where there are any. */
export function writeCueTime(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const seconds = (ms % MINUTE_MS) / 1000;
  const fraction = String(Math.round(seconds * 1000) % 1000).padStart(3, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((ms % HOUR_MS) / MINUTE_MS))}:${two(Math.floor(seconds))}.${fraction}`;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', quot: '"' };

/** The words of a cue: tags, styles and characters that no text has are taken out. */
const plainText = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(lt|gt|amp|nbsp|quot);/g, (_, name: string) => entities[name] ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e]/g, ' ')
    .toWellFormed()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, CUE_TEXT_MAX)
    .toWellFormed();

type Timing = { start: number; end: number };

function timingOf(line: string): Timing | null {
  const [before = '', after, more] = line.split('-->', 3);
  if (after === undefined || more !== undefined) return null;
  // Settings such as `align:start` follow the end.
  const start = parseCueTime(before);
  const end = parseCueTime(after.trim().split(/[ \t]/, 1)[0] ?? '');
  return start === null || end === null || end <= start ? null : { start, end };
}

export type ReadCaptions =
  | { problem: 'too_large' | 'too_many' | 'nothing' }
  | {
      problem: null;
      cues: Cue[];
      /** Blocks with a time that could not be read, or without words. */
      skipped: number;
      /** Cues that were shortened because the next one began before their end. */
      shortened: number;
    };

/** Reads WebVTT or SRT, whatever the name of the file says. Notes, styles and regions have no time and are left out. */
export function readCaptions(file: string): ReadCaptions {
  if (file.length > CAPTION_FILE_MAX_CHARS) return { problem: 'too_large' };
  const lines = file.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
  const found: Cue[] = [];
  let skipped = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.includes('-->')) continue;
    const timing = timingOf(line);
    const words: string[] = [];
    while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '' && !(lines[at + 1] ?? '').includes('-->')) {
      at += 1;
      words.push(lines[at] ?? '');
    }
    const text = plainText(words);
    if (!timing || text === '') {
      skipped += 1;
      continue;
    }
    if (found.length === CUES_MAX) return { problem: 'too_many' };
    found.push({ ...timing, text });
  }
  if (found.length === 0) return { problem: 'nothing' };
  const { cues, shortened } = withoutOverlaps(found);
  return { problem: null, cues, skipped, shortened };
}

/** In order, each ending where the next begins at the latest; a cue that begins with another one goes into it. */
function withoutOverlaps(found: readonly Cue[]): { cues: Cue[]; shortened: number } {
  const cues: Cue[] = [];
  let shortened = 0;
  for (const cue of found.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = cues.at(-1);
    if (last && last.start === cue.start) {
      const text = `${last.text}\n${cue.text}`.slice(0, CUE_TEXT_MAX).toWellFormed();
      cues[cues.length - 1] = { start: last.start, end: Math.max(last.end, cue.end), text };
      shortened += 1;
      continue;
    }
    if (last && last.end > cue.start) {
      last.end = cue.start;
      shortened += 1;
    }
    cues.push({ ...cue });
  }
  return { cues, shortened };
}

/** Letters a second, rounded up: spaces count, ends of lines count as one. */
export const lettersPerSecond = ({ start, end, text }: Cue): number =>
  end > start ? Math.ceil((text.length * 1000) / (end - start)) : Number.POSITIVE_INFINITY;

export type CueProblem = 'backwards' | 'overlap' | 'empty' | 'fast';

/** What is wrong with each cue; only `fast` may be saved. */
export const cueProblems = (cues: readonly Cue[]): (CueProblem | null)[] =>
  cues.map((cue, at) => {
    if (cue.end <= cue.start) return 'backwards';
    if ((cues[at - 1]?.end ?? 0) > cue.start) return 'overlap';
    if (cue.text.trim() === '') return 'empty';
    return lettersPerSecond(cue) > LETTERS_PER_SECOND_MAX ? 'fast' : null;
  });

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of a cue as WebVTT reads it: nothing in it is markup. */
export const cueMarkup = ({ text }: Cue): string => escaped(text);

const vttTime = (ms: number) => {
  const written = writeCueTime(ms);
  return written.split(':').length === 3 ? written.padStart(12, '0') : `00:${written}`;
};

export const writeVtt = (cues: readonly Cue[]): string =>
  ['WEBVTT', ...cues.map((cue) => `${vttTime(cue.start)} --> ${vttTime(cue.end)}\n${cueMarkup(cue)}`)].join('\n\n');

/** The cue that is spoken at a moment; -1: none has begun. */
export function cueAt(cues: readonly Cue[], ms: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.start ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
