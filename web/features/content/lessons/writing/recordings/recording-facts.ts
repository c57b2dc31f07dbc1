import type { Recording } from '#contract/content/recordings.ts';

const clock = (seconds: number) => {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

const states: Record<Recording['state'], string> = {
  waiting: 'já pode ser usado; preparamos tamanhos menores',
  working: 'já pode ser usado; preparamos tamanhos menores',
  ready: '',
  plain: 'mostrado como foi enviado, porque este servidor não tem o ffmpeg',
  failed: 'mostrado como foi enviado: não conseguimos preparar tamanhos menores',
};

/** What the author sees of a recording: length, size, and whether it is shown as uploaded. */
export const recordingFacts = (
  { durationSeconds, bytes, state }: Recording,
  formatBytes: (bytes: number) => string,
): string =>
  [durationSeconds === null ? '' : clock(durationSeconds), formatBytes(bytes), states[state]]
    .filter((fact) => fact !== '')
    .join(', ');
