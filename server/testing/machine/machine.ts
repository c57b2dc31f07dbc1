import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/parts/testing/ports.ts';

/**
 * A folder in place of the machine of an operator: /opt, /etc and /var/lib of the documents lie in it, its ports
 * are free ones, and programs that need a real machine are replaced (stand-in.ts). As root the service has another
 * account than the operator; an ordinary user is both. So a test can follow a document to the letter.
 */
const repository = join(import.meta.dirname, '../../..');
const PROGRAMS = ['useradd', 'install', 'runuser', 'systemctl', 'chown'];

/**
 * The directory that the unit names, with what other tests have compiled: a document starts Node a dozen times, and a
 * cold start compiles the whole server. Node keeps one folder per account, with the user's number at the end.
 */
async function warmCompileCache(directory: string, account: { uid: number; gid: number } | null): Promise<void> {
  await mkdir(directory, { recursive: true });
  const filled = join(repository, '.cache/node');
  const own = `-${process.getuid?.() ?? 0}`;
  const names = existsSync(filled) ? (await readdir(filled)).filter((name) => name.endsWith(own)) : [];
  for (const name of names) {
    const target = account ? name.slice(0, -own.length).concat(`-${account.uid}`) : name;
    cpSync(join(filled, name), join(directory, target), { recursive: true });
  }
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, join(directory, '..')]);
}

export type Machine = Awaited<ReturnType<typeof createMachine>>;

/** `npm`: the real program, or a stand-in that links the packages of this working copy. */
export async function createMachine({ npm, longestMs = 90_000 }: { npm: 'real' | 'linked'; longestMs?: number }) {
  const root = await mkdtemp(join(tmpdir(), 'alvorada-machine-'));
  await chmod(root, 0o755);
  const [port, trialPort] = [await freePort(), await freePort()];
  for (const name of ['bin', 'users', 'opt', 'etc/systemd/system', 'var/lib', 'var/cache']) {
    await mkdir(join(root, name), { recursive: true });
  }
  const isRoot = process.getuid?.() === 0;
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'nobody') ?? [];
  const facts = { uid: Number(uid), gid: Number(gid), isRoot, release: repository };
  await writeFile(join(root, 'machine.json'), JSON.stringify(facts));
  for (const program of [...PROGRAMS, ...(npm === 'linked' ? ['npm'] : [])]) {
    const script = `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'stand-in.ts')}' '${root}' ${program} "$@"\n`;
    await writeFile(join(root, 'bin', program), script, { mode: 0o755 });
  }

  const compiled = join(root, 'var/cache/alvorada/node');
  await warmCompileCache(compiled, isRoot ? facts : null);

  /** A text of the product as it reads on this machine. */
  const here = (text: string) =>
    text
      .replaceAll(
        /(?<![\w.])\/(opt\/alvorada|etc\/alvorada\.env|etc\/systemd\/system|var\/(?:lib|cache)\/alvorada)/g,
        `${root}/$1`,
      )
      .replaceAll(':3000/', `:${port}/`)
      .replaceAll('3100', String(trialPort));

  return {
    root,
    url: `http://127.0.0.1:${port}`,
    port,
    here,
    /** The step before the commands: a release is unpacked into its folder. */
    async unpack(name: string): Promise<void> {
      const folder = join(root, 'opt/alvorada/releases', name);
      await mkdir(folder, { recursive: true });
      for (const part of ['contract', 'dist', 'scripts', 'server', 'package.json', 'package-lock.json']) {
        symlinkSync(join(repository, part), join(folder, part));
      }
      // What names paths of the machine is copied and read as it is here.
      for (const part of ['bin', 'deploy']) {
        cpSync(join(repository, part), join(folder, part), { recursive: true });
        for (const entry of await readdir(join(folder, part), { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue;
          const path = join(entry.parentPath, entry.name);
          await writeFile(path, here(await readFile(path, 'utf8')));
        }
      }
    },
    /** Runs commands as the operator types them; the first that fails ends them. */
    async run(commands: string): Promise<{ code: number | null; said: string }> {
      const shell = spawn('bash', ['-c', `set -e -m\n${here(commands)}`], {
        cwd: root,
        env: {
          PATH: `${root}/bin:${process.env.PATH}`,
          HOME: process.env.HOME,
          NODE_COMPILE_CACHE: compiled,
          npm_config_prefer_offline: 'true',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let said = '';
      for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += chunk));
      const late = setTimeout(() => {
        said += `\n(the commands were still running after ${longestMs / 1000} s)`;
        spawnSync('pkill', ['--session', String(shell.pid)]);
      }, longestMs);
      const [code] = (await once(shell, 'exit')) as [number | null];
      clearTimeout(late);
      return { code, said };
    },
    /** What the services have logged. */
    journal: () => (existsSync(join(root, 'journal')) ? readFileSync(join(root, 'journal'), 'utf8') : ''),
    /** Stops what the services left running, and removes the folder. */
    async remove(): Promise<void> {
      for (const name of (await readdir(root)).filter((file) => file.endsWith('.pid'))) {
        spawnSync(join(root, 'bin/systemctl'), ['stop', name.replace('.pid', '.service')]);
      }
      await rm(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
