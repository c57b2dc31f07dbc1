import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `waits` until it is ended, `dies` as for want of memory, or `works`: then it writes the requested output. */
type Manner = 'waits' | 'dies' | 'works';

const FFPROBE = `#!/bin/sh
echo '{"format":{"duration":"2.0"},"streams":[{"codec_type":"video","height":360}]}'
`;
const FFMPEG = `#!/bin/sh
here=$(dirname "$0")
case "$*" in *-version*) exit 0 ;; esac
for out; do :; done
echo "$$ $(basename "$out")" >>"$here/begun"
case $(cat "$here/manner") in
  waits) exec sleep 600 ;;
  dies) kill -9 $$ ;;
esac
echo made >"$out"
`;

type FakeFfmpeg = {
  path: string;
  /** Sets the behaviour from now on. */
  act(manner: Manner): Promise<void>;
  /** Every run so far: its pid and its output file. */
  begun(): Promise<{ pid: number; out: string }[]>;
  remove(): Promise<void>;
};

/** Replaces ffmpeg and ffprobe by real processes: the test decides what happens in the middle of their work. */
export function fakeFfmpeg(): FakeFfmpeg {
  const directory = mkdtempSync(join(tmpdir(), 'alvorada-ffmpeg-'));
  const path = join(directory, 'ffmpeg');
  writeFileSync(path, FFMPEG, { mode: 0o755 });
  writeFileSync(join(directory, 'ffprobe'), FFPROBE, { mode: 0o755 });
  return {
    path,
    act: (manner) => writeFile(join(directory, 'manner'), manner),
    async begun() {
      const lines = (await readFile(join(directory, 'begun'), 'utf8').catch(() => '')).trim();
      return lines === ''
        ? []
        : lines.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), out: line.split(' ')[1] ?? '' }));
    },
    remove: () => rm(directory, { recursive: true }),
  };
}
