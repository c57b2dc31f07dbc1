import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

/** The browser without its windows: a third less CPU for the same tests. */
const SHELL = '/usr/bin/chromium-headless-shell';

const SYSTEM = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The browser for the tests: the one told, one of the system, Playwright's own; installed when there is none. */
export async function findChromium(): Promise<string> {
  const told = process.env.CHROMIUM_PATH;
  if (told) {
    if (await works(told)) return told;
    throw new Error(`CHROMIUM_PATH names ${told}, which does not run.`);
  }
  const found = await firstThatWorks();
  const mayInstall = isRoot() && existsSync('/usr/bin/apt-get');
  if (found && found !== SHELL && mayInstall && process.env.CI) {
    // A machine of CI runs every test each time; a person's own gets nothing beside a browser that runs.
    say(`Installing ${SHELL} beside ${found}.`);
    installPackage('chromium-headless-shell');
    return (await firstThatWorks()) ?? found;
  }
  if (found) return found;

  if (mayInstall) {
    say('No Chromium here: installing it with apt-get.');
    if (installPackage('chromium-headless-shell') || installPackage('chromium')) {
      const installed = await firstThatWorks();
      if (installed) return installed;
    }
    // On Ubuntu the package only points to a snap, which does not run in a container.
    say('That gave no Chromium that runs.');
  }
  say("Installing Playwright's own Chromium.");
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  execute(process.execPath, [cli, 'install', ...(isRoot() ? ['--with-deps'] : []), 'chromium']);
  const installed = await firstThatWorks();
  if (installed) return installed;
  throw new Error('There is no Chromium and none could be installed: install one and name it in CHROMIUM_PATH.');
}

async function firstThatWorks(): Promise<string | undefined> {
  for (const path of [...SYSTEM, chromium.executablePath()]) if (await works(path)) return path;
  return undefined;
}

async function works(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  try {
    await promisify(execFile)(path, ['--version'], { timeout: 20_000 });
    return true;
  } catch (error) {
    say(`${path} does not run: ${(error as Error).message}`);
    return false;
  }
}

const installPackage = (name: string): boolean =>
  execute('apt-get', ['update', '-q']) && execute('apt-get', ['install', '-qy', name]);

/** Its output goes to stderr: stdout is for the answer. */
function execute(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], env });
  if (error) say(`${command}: ${error.message}`);
  return status === 0;
}

const isRoot = () => process.getuid?.() === 0;

const say = (message: string) => process.stderr.write(`${message}\n`);

if (import.meta.main) console.log(await findChromium());
