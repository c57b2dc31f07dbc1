import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnvironmentFile } from './environment-file.ts';
import { databasesOf, type RunningServer } from './running-servers.ts';

type Environment = Record<string, string | undefined>;

/** An operator can act on it: the message is all that is printed. */
export class Refusal extends Error {}

export type Request = {
  /** Named by --env. */
  file?: string | undefined;
  /** Named by --data-dir. */
  dataDir?: string | undefined;
  /** Where the file of the service is looked for, in this order. */
  candidates: string[];
  /** The folder of the release. */
  home: string;
  cwd: string;
  shell: Environment;
};

export type Settings = {
  environment: Environment;
  /** Where the settings come from, for people. */
  source: string;
  /** Whether the operator named them. Otherwise a server elsewhere shows that they may be the wrong ones. */
  isNamed: boolean;
};

/** Settings that lead outside of a directory. A copy that is tried out must not reach the school's own. */
const OUTSIDE = /^(DATABASE_|S3_|SMTP_|MAIL_|PIX_PROVIDER|PIX_API_|PIX_WEBHOOK_|GOOGLE_|PUSH_|VAPID_|OTEL_)/;

/**
 * The environment that a command runs with. The file of the service wins over the shell, so that a command works on the
 * school that the service serves, from whatever directory and account it is called.
 */
export function chooseSettings(request: Request): Settings {
  const { dataDir, cwd, home, shell } = request;
  const path = findFile(request);
  const values = path === undefined ? {} : readSettings(path);
  if (dataDir !== undefined) return trialSettings(resolve(cwd, dataDir), values, shell);
  if (path === undefined) {
    const isNamed = Boolean(shell.DATA_DIR || shell.DATABASE_URL);
    const fallback = isNamed ? {} : { DATA_DIR: join(home, 'data') };
    return { environment: { ...shell, ...fallback }, source: 'the shell', isNamed };
  }
  for (const name of ['DATA_DIR', 'DATABASE_URL'] as const) {
    if (!shell[name] || shell[name] === values[name]) continue;
    throw new Refusal(
      `${name} of the shell is not the one of ${path}. Take it out of the shell, or name the school with --env FILE or --data-dir DIRECTORY.`,
    );
  }
  return {
    environment: { NODE_ENV: 'production', ...withoutEmpty(shell), ...values },
    source: path,
    isNamed: request.file !== undefined,
  };
}

function findFile({ file, candidates, cwd, dataDir, shell }: Request): string | undefined {
  if (file !== undefined) {
    const path = resolve(cwd, file);
    if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
    return path;
  }
  const found = candidates.filter((path) => existsSync(path));
  if (found.length > 1 && dataDir === undefined) {
    throw new Refusal(`Settings are in ${found.join(' and in ')}. Name one of them with --env FILE.`);
  }
  // The suite names every school it makes; the machine it runs on may serve a real one.
  return shell.NODE_ENV === 'test' ? undefined : found[0];
}

function readSettings(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // Going on without it would be going on with another school.
    throw new Refusal(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Run the command as root or as the account of the service.`,
    );
  }
  const { values, problems } = parseEnvironmentFile(text);
  if (problems.length > 0) throw new Refusal([`${path}:`, ...problems].join('\n  '));
  if (!values.DATA_DIR && !values.DATABASE_URL) {
    throw new Refusal(
      `${path} names neither DATA_DIR nor DATABASE_URL. Add the line DATA_DIR=/var/lib/alvorada, with the directory that the service uses.`,
    );
  }
  if (values.DATA_DIR && !isAbsolute(values.DATA_DIR)) {
    throw new Refusal(`DATA_DIR of ${path} is relative. Write it as it is from the root, such as /var/lib/alvorada.`);
  }
  return values;
}

/** A school in a directory, apart from the service: its own PostgreSQL, its files beside it, nothing sent. */
function trialSettings(dataDir: string, values: Record<string, string>, shell: Environment): Settings {
  const own = Object.entries(shell).filter(([name]) => !OUTSIDE.test(name));
  // Secrets of second factors in the restored rows are encrypted with it.
  const secret = values.SESSION_SECRET ? { SESSION_SECRET: values.SESSION_SECRET } : {};
  return {
    environment: { ...Object.fromEntries(own), ...secret, DATA_DIR: dataDir },
    source: '--data-dir, without the settings of the service',
    isNamed: true,
  };
}

/** Refuses settings that the operator did not name while servers run, and all of them on other databases. */
export function refuseWhileServedElsewhere({ environment, isNamed }: Settings, running: RunningServer[]): void {
  if (isNamed || running.length === 0) return;
  const chosen = databasesOf(environment);
  if (running.some(({ databases }) => databases.some((one) => chosen.includes(one)))) return;
  const others = running.map(({ pid, databases }) => `${databases.join(', ')} (process ${pid})`);
  throw new Refusal(
    [
      `This would work on ${chosen.join(', ')}, but the server of this machine works on:`,
      ...others.map((line) => `  ${line}`),
      'Name the school with --env FILE or --data-dir DIRECTORY.',
    ].join('\n'),
  );
}

const withoutEmpty = (shell: Environment) =>
  Object.fromEntries(Object.entries(shell).filter(([, value]) => value !== undefined && value !== ''));
