import { spawn } from 'node:child_process';

/** The unprivileged account that PostgreSQL runs under when the server itself is root. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL's programs get a fixed environment: PGDATA, PGPORT, LD_PRELOAD or the locale of the calling shell must not
 * affect the database.
 */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

type Finished = { code: number | null; output: string };

/** Runs a program to its end. `fd`, when given, becomes its descriptor 3. */
export function run(command: string, args: string[], options: { account?: Account | undefined; fd?: number } = {}) {
  return new Promise<Finished>((resolve, reject) => {
    const child = spawn(command, args, {
      ...options.account,
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', options.fd ?? 'ignore'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
