import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { type Outcome, runGuarded } from './guarded.ts';

/** An hour of a lesson takes about one on one core. */
export const LONGEST_MS = 3 * HOUR_MS;

/** Its format is what its content was found to be, and no other is tried. */
const formats: Readonly<Record<string, string>> = { 'video/mp4': 'mov', 'video/webm': 'matroska', 'audio/mpeg': 'mp3' };

export type Source = { path: string; mimeType: string };
export type Made = {
  durationSeconds: number | null;
  poster: string | null;
  renditions: { height: number; path: string; bytes: number }[];
};

/** Files of this machine and nothing else: a video can name addresses that its player should fetch. */
const input = ({ path, mimeType }: Source) => [
  ...['-protocol_whitelist', 'file', '-f', formats[mimeType] ?? 'mov'],
  ...['-i', path],
];
const quiet = ['-hide_banner', '-loglevel', 'error'];

const sizes = [
  { height: 480, maxrate: 900 },
  { height: 720, maxrate: 2000 },
] as const;

/** Whether the program is there and works. */
export async function isThere(ffmpeg: string): Promise<boolean> {
  return (await finish(ffmpeg, ['-version'], MINUTE_MS))?.code === 0;
}

/** A program that was killed in the middle says nothing about the file: the job begins again. */
async function finish(...run: Parameters<typeof runGuarded>): Promise<Outcome | null> {
  const outcome = await runGuarded(...run);
  if (outcome?.wasKilled) throw new Error(`${basename(run[0])} was killed in the middle of its work.`);
  return outcome;
}

/** Poster and sizes for the web, into the directory; null where the file cannot be read as what it says. */
export async function makeRenditions(ffmpeg: string, source: Source, directory: string): Promise<Made | null> {
  const about = await probe(ffmpeg.replace(/ffmpeg(?=[^/]*$)/, 'ffprobe'), source);
  if (!about) return null;
  const { durationSeconds, height } = about;
  if (source.mimeType.startsWith('audio/')) return { durationSeconds, poster: null, renditions: [] };
  if (height === null) return null;
  const run = async (options: readonly string[], out: string) => {
    const outcome = await finish(ffmpeg, ['-nostdin', '-y', ...quiet, ...options, out], LONGEST_MS);
    return outcome?.code === 0 && (await sizeOf(out)) > 0;
  };
  const poster = join(directory, 'poster.jpg');
  const at = Math.min(5, (durationSeconds ?? 0) / 10).toFixed(2);
  const scaled = (most: number) => `scale=-2:'min(${most},trunc(ih/2)*2)'`;
  const hasPoster = await run(
    ['-threads', '1', '-ss', at, ...input(source), '-frames:v', '1', '-vf', scaled(720), '-q:v', '4'],
    poster,
  );
  const renditions: Made['renditions'] = [];
  for (const size of sizes) {
    // The smallest is made of every video, larger ones only where the video is larger than the last.
    if (renditions.length > 0 && height <= (renditions.at(-1)?.height ?? 0)) break;
    const path = join(directory, `${size.height}.mp4`);
    const isMade = await run(
      [
        ...['-threads', '1', ...input(source), '-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'],
        ...['-vf', scaled(size.height), '-fpsmax', '30', '-pix_fmt', 'yuv420p'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-threads', '1'],
        ...['-maxrate', `${size.maxrate}k`, '-bufsize', `${size.maxrate * 2}k`],
        ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-movflags', '+faststart'],
      ],
      path,
    );
    if (!isMade) return null;
    renditions.push({ height: size.height, path, bytes: await sizeOf(path) });
  }
  return { durationSeconds, poster: hasPoster ? poster : null, renditions };
}

async function probe(ffprobe: string, source: Source) {
  const options = ['-of', 'json', '-show_entries', 'format=duration:stream=codec_type,height'];
  const outcome = await finish(ffprobe, [...quiet, ...options, ...input(source)], 5 * MINUTE_MS);
  if (outcome?.code !== 0) return null;
  const { format, streams = [] } = JSON.parse(outcome.output) as {
    format?: { duration?: string };
    streams?: { codec_type?: string; height?: number }[];
  };
  const duration = Number(format?.duration);
  return {
    durationSeconds: Number.isFinite(duration) && duration > 0 ? duration : null,
    height: streams.find(({ codec_type }) => codec_type === 'video')?.height ?? null,
  };
}

const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0;
