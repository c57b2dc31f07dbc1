import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Programs of a machine that a test cannot have: they make users, start services and install packages. Each does what
 * the document needs inside the folder of the machine (machine.ts), and fails where the real one would.
 */
const [root = '', program = '', ...args] = process.argv.slice(2);
const { uid, gid, isRoot, release } = JSON.parse(readFileSync(join(root, 'machine.json'), 'utf8')) as {
  uid: number;
  gid: number;
  isRoot: boolean;
  release: string;
};

function fail(message: string): never {
  process.stderr.write(`${program}: ${message}\n`);
  process.exit(1);
}

const userFile = (name: string) => join(root, 'users', name);
function requireUser(name: string): void {
  if (name !== 'root' && !existsSync(userFile(name))) fail(`user '${name}' does not exist`);
}
/** Root's machine gives the service another account; an ordinary user's machine has that user alone. */
const accountOf = (name: string) => (isRoot && name !== 'root' ? { uid, gid } : {});

/** `-o NAME` and `-g NAME` become numbers, or go where only one account is at hand. */
function install(): number {
  const known: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [option = '', value = ''] = args.slice(at, at + 2);
    if (option !== '-o' && option !== '-g') known.push(option);
    else {
      at += 1;
      requireUser(value);
      if (isRoot) known.push(option, value === 'root' ? '0' : String(option === '-o' ? uid : gid));
    }
  }
  return spawnSync('/usr/bin/install', known, { stdio: 'inherit' }).status ?? 1;
}

function runuser(): number {
  const [flag, name = '', dashes, command = '', ...rest] = args;
  if (flag !== '-u' || dashes !== '--') fail('expected -u NAME -- COMMAND');
  requireUser(name);
  if (isRoot) {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  }
  process.execve?.('/bin/sh', ['sh', '-c', 'exec "$@"', 'sh', command, ...rest], { ...process.env });
  return 1;
}

const unitOf = (name: string) => {
  const path = join(root, 'etc/systemd/system', name.includes('.') ? name : `${name}.service`);
  if (!existsSync(path)) fail(`Unit ${name} could not be found.`);
  const text = readFileSync(path, 'utf8');
  const value = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const lines = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return { value, environment: Object.fromEntries(lines.map((line) => line.split('=', 2))) as Record<string, string> };
};
const pidFile = (name: string) => join(root, `${basename(name, '.service')}.pid`);

function start(name: string): void {
  if (name.endsWith('.timer')) return void unitOf(name);
  const { value, environment } = unitOf(name);
  requireUser(value('User'));
  const [command = '', ...rest] = value('ExecStart').split(' ');
  const journal = openSync(join(root, 'journal'), 'a');
  const child = spawn(command, rest, {
    ...accountOf(value('User')),
    cwd: value('WorkingDirectory'),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment },
    stdio: ['ignore', journal, journal],
    detached: true,
  });
  closeSync(journal);
  if (child.pid === undefined) fail(`${command} cannot be run.`);
  writeFileSync(pidFile(name), String(child.pid));
  child.unref();
}

/** As systemd does: it waits until the first process has ended. */
async function stop(name: string): Promise<void> {
  const pid = Number(readFileSync(pidFile(name), 'utf8'));
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + 60_000;
  while (existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) {
    if (performance.now() > until) fail(`${name} did not stop within 60 s of SIGTERM.`);
    await pause(50);
  }
  rmSync(pidFile(name));
}

async function systemctl(): Promise<number> {
  const [action = '', ...names] = args.filter((arg) => arg !== '--now');
  if (action === 'daemon-reload') return 0;
  for (const name of names) {
    if (action === 'restart' || action === 'stop') await stop(name);
    if (action === 'restart' || action === 'start' || action === 'enable') start(name);
    if (action === 'reload') process.kill(Number(readFileSync(pidFile(name), 'utf8')), 'SIGHUP');
  }
  return 0;
}

/** Installs the packages of this working copy. */
function npm(): number {
  if (args.join(' ') === 'ci') existsSync('node_modules') || symlinkSync(join(release, 'node_modules'), 'node_modules');
  else fail(`this machine cannot run npm ${args.join(' ')}`);
  return 0;
}

const programs: Record<string, () => number | Promise<number>> = {
  useradd: () => {
    writeFileSync(userFile(args.at(-1) ?? ''), '');
    return 0;
  },
  install,
  runuser,
  systemctl,
  npm,
  chown: () => {
    const [who = '', ...rest] = args.filter((arg) => !arg.startsWith('-'));
    requireUser(who.split(':')[0] ?? '');
    if (isRoot) execFileSync('/bin/chown', [...args.filter((arg) => arg.startsWith('-')), `${uid}:${gid}`, ...rest]);
    return 0;
  },
};

process.exitCode = await (programs[program] ?? (() => fail('there is no such program')))();
