import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { accountNamed } from './operator/account.ts';
import { databasesOf, listRunningServers } from './operator/running-servers.ts';
import { chooseSettings, Refusal, refuseWhileServedElsewhere } from './operator/settings.ts';

/**
 * bin/alvorada: every command of the operator, with the environment of the service. It finds the settings, refuses
 * those that belong to another school than the one that is served, takes on the account that owns the data, and
 * replaces itself with the script of the command.
 */
type Command = { script: string; usage: string; does: string; needsSchool?: boolean };

const commands: Record<string, Command> = {
  start: { script: 'server/main.ts', usage: 'start', does: 'serves the school; what the service unit runs' },
  backup: {
    script: 'scripts/backup.ts',
    usage: 'backup [file | -]',
    does: 'one archive of everything, also while the server runs; into DATA_DIR/backups unless a file is named',
    needsSchool: true,
  },
  restore: {
    script: 'scripts/restore.ts',
    usage: 'restore <file> [--send-mail]',
    does: 'loads an archive into an empty database; a copy sends no e-mail until an administrator lets it',
  },
  'export-school': {
    script: 'scripts/export-school.ts',
    usage: 'export-school [file]',
    does: 'the whole school in open formats, without passwords, also while the server runs; into DATA_DIR/exports',
    needsSchool: true,
  },
  'import-school': {
    script: 'scripts/import-school.ts',
    usage: 'import-school <file> [--send-mail]',
    does: 'makes an empty school of such an archive; a copy sends no e-mail until an administrator lets it; stop the server first',
  },
  upgrade: {
    script: 'scripts/upgrade.ts',
    usage: 'upgrade',
    does: 'from the folder of the new release: backs up, then migrates, while the old release serves',
    needsSchool: true,
  },
  migrate: {
    script: 'scripts/db-migrate.ts',
    usage: 'migrate',
    does: 'applies the missing migrations and nothing else',
  },
  'admin-reset': {
    script: 'scripts/admin-reset.ts',
    usage: 'admin-reset',
    does: 'a new password for the administrator, without a second factor; stop an embedded server first',
    needsSchool: true,
  },
  'sample-remove': {
    script: 'scripts/sample-remove.ts',
    usage: 'sample-remove',
    does: 'takes the example school away',
    needsSchool: true,
  },
  'move-files': {
    script: 'scripts/move-files.ts',
    usage: 'move-files to-s3 | to-disk',
    does: 'copies files from the disk to the bucket of S3_*, or back',
  },
};

const say = (line: string) => process.stderr.write(`${line}\n`);
const [home = '', etc = '', name = 'help', ...given] = process.argv.slice(2);

function help(): void {
  say('bin/alvorada <command> [--env FILE | --data-dir DIRECTORY]\n');
  for (const { usage, does } of Object.values(commands)) say(`  ${usage.padEnd(34)} ${does}`);
  say(`
Settings are read from ${etc}, else from alvorada.env in the folder of the product, else from the shell.
  --env FILE               the settings of another school
  --data-dir DIRECTORY     a school in that directory, apart from the service: no bucket, no e-mail, no bank`);
}

function run(command: Command): void {
  const { values, tokens } = parseArgs({
    args: given,
    options: { env: { type: 'string' }, 'data-dir': { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const own = (option: string) => option === 'env' || option === 'data-dir';
  const named = (option: 'env' | 'data-dir') => {
    const value = values[option];
    if (value === true) throw new Refusal(`--${option} needs a value.`);
    return typeof value === 'string' ? value : undefined;
  };
  const cwd = process.cwd();
  const settings = chooseSettings({
    file: named('env'),
    dataDir: named('data-dir'),
    candidates: [etc, join(home, 'alvorada.env')],
    ...{ home, cwd, shell: process.env },
  });
  const { environment } = settings;
  // The service starts beside a trial on the same machine: these settings are served from now on.
  if (command !== commands.start) refuseWhileServedElsewhere(settings, listRunningServers());
  const dataDir = resolve(environment.DATA_DIR || join(home, 'data'));
  if (command.needsSchool && !environment.DATABASE_URL && !existsSync(join(dataDir, 'postgres'))) {
    throw new Refusal(`There is no school in ${dataDir} (settings of ${settings.source}).`);
  }
  say(`Settings of ${settings.source}; database ${databasesOf(environment)[0]}.`);
  takeAccountOf(dataDir, environment);
  const args = tokens.flatMap((token) => {
    if (token.kind === 'positional') return [token.value];
    return token.kind === 'option' && !own(token.name) ? [token.rawName] : [];
  });
  const full = Object.entries(environment).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  // Not a child: systemd and the shell signal this process, and the kernel's list shows its environment to the others.
  process.execve?.(
    process.execPath,
    [process.execPath, join(home, command.script), ...args],
    Object.fromEntries(full) as Record<string, string>,
  );
}

/** Root would leave archives and directories behind that the service cannot write. */
function takeAccountOf(dataDir: string, environment: Record<string, string | undefined>): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  const { name: account, home: directory } = accountNamed(uid) ?? {};
  const { initgroups } = process as { initgroups?: (user: string, group: number) => void };
  if (account === undefined) process.setgroups?.([gid]);
  else initgroups?.(account, gid);
  process.setgid?.(gid);
  process.setuid?.(uid);
  environment.HOME = directory ?? dirname(dataDir);
  say(`Running as ${account ?? `uid ${uid}`}, to whom ${dataDir} belongs.`);
}

const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  help();
  process.exitCode = ['help', '--help', '-h'].includes(name) ? 0 : 2;
} else {
  try {
    run(command);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message);
    process.exitCode = 2;
  }
}
