import { spawn } from 'node:child_process';

/**
 * Runs a foreign program on an uploaded file with limits on memory, processor time and file size. The shell sets the
 * limits. It also watches our end of a pipe, so that the program ends when the server is killed.
 */
const GUARD = `
ulimit -v "$1"; ulimit -S -t "$2"; ulimit -H -t "$(($2 + 30))"; ulimit -f "$3"; shift 3
exec 3<&0
nice -n 15 "$@" </dev/null 3<&- &
child=$!
( cat <&3 >/dev/null; kill -9 "$child" ) 2>/dev/null &
guard=$!
wait "$child"; code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

const BOUNDS = {
  memoryKb: 3 * 1024 * 1024,
  /** The largest file that it may write. */
  fileBytes: 20 * 1024 * 1024 * 1024,
};
const BLOCK_BYTES = 512;
const OUTPUT_MAX = 64 * 1024;

export type Outcome = {
  code: number | null;
  output: string;
  errors: string;
  /** Killed from outside: out of memory, shutdown, an operator. Exceeding its own limits does not count. */
  wasKilled: boolean;
};

/** What a shell says of a program that SIGKILL, SIGTERM, SIGHUP or SIGINT has ended. */
const killed: readonly (number | null)[] = [null, 137, 143, 129, 130];

/** Runs a program with bounds of time, processor, memory and disk; null where it is not there. */
export function runGuarded(
  command: string,
  args: readonly string[],
  longestMs: number,
  { memoryKb, fileBytes } = BOUNDS,
): Promise<Outcome | null> {
  return new Promise((resolve, reject) => {
    const bounds = [memoryKb, Math.ceil(longestMs / 1000), Math.floor(fileBytes / BLOCK_BYTES)].map(String);
    const child = spawn('/bin/sh', ['-c', GUARD, 'sh', ...bounds, command, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Nothing of the server's own settings is its business.
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    });
    const texts = { output: '', errors: '' };
    const collect = (name: keyof typeof texts) => (chunk: Buffer) => {
      if (texts[name].length < OUTPUT_MAX) texts[name] += chunk.toString('utf8');
    };
    child.stdout.on('data', collect('output'));
    child.stderr.on('data', collect('errors'));
    // The guard hears the end of the pipe and ends the program.
    const stop = () => child.stdin.destroy();
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      stop();
    }, longestMs);
    child.stdin.on('error', () => undefined);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      stop();
    });
    // Not its exit: what it said last may still be in the pipe then.
    child.once('close', (code) =>
      resolve(code === 127 ? null : { code, ...texts, wasKilled: !isOver && killed.includes(code) }),
    );
  });
}
