import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The path of a program on this machine. These tests need it: without it they fail and say so. */
export function installed(program: string): string {
  try {
    return execFileSync('which', [program], { encoding: 'utf8' }).trim();
  } catch {
    throw new Error(`${program} is not installed here: apt-get install ${program}`);
  }
}

export type Program = { child: ChildProcess; said: () => string; stop(): Promise<void> };

export function startProgram(program: string, args: string[], options: { uid?: number; gid?: number } = {}): Program {
  const child = spawn(installed(program), args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return {
    child,
    said: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
