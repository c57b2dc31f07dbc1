import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { filesDirectory } from '#server/files/files.ts';
import { s3Files } from '#server/files/s3.ts';
import { createMachine, type Machine } from '#server/testing/machine/machine.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { startS3, type TestS3 } from '#server/testing/s3.ts';
import { honest, startWriters } from '#server/testing/writers.ts';

/**
 * Follows docs/operations.md like an operator, block after block, with the values of a real school, and with people who
 * write from the first start on. Whatever was acknowledged is in the school, in its backups and in the upgraded one.
 */
const document = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const BLOCK = /(?:<!-- needs (?<needs>[^>]+?) -->\n)?```sh\n(?<commands>.*?)```/gs;
const blocks = [...document.matchAll(BLOCK)].map(({ groups }) => ({
  need: groups?.needs,
  commands: groups?.commands ?? '',
}));
const here = blocks.filter(({ need }) => need === undefined).map(({ commands }) => commands);
const blockWith = (text: string) => here.find((commands) => commands.includes(text)) ?? `false # no block has ${text}`;

const answers: Record<string, string> = {
  SESSION_SECRET: 'um segredo de pelo menos 32 letras & $mais',
  METRICS_TOKEN: 'um-segredo-para-as-medidas',
  SCHOOL_NAME: 'Escola Boa',
  SUPPORT_EMAIL: 'ajuda@escola.example',
  PIX_KEY: 'pix@escola.example',
  PIX_MERCHANT_NAME: 'Escola Boa',
  PIX_MERCHANT_CITY: 'São Paulo',
  SMTP_URL: 'smtp://localhost:9',
  MAIL_FROM: 'Escola Boa <nao-responda@escola.example>',
  ADMIN_USERNAME: 'direcao',
  ADMIN_PASSWORD: 'uma senha #comprida',
  ADMIN_EMAIL: 'direcao@escola.example',
};

let machine: Machine;
const inside = (path: string) => join(machine.root, path);

async function follow(text: string): Promise<string> {
  const commands = blockWith(text);
  const { code, said } = await machine.run(commands);
  expect(code, `${commands}\n${said}\n${machine.journal()}`).toBe(0);
  return said;
}

/** The manual step that the document describes between two blocks. */
async function fillIn(): Promise<void> {
  const file = inside('etc/alvorada.env');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replaceAll(/^(\w+)=(Alvorada)?$/gm, (line, name: string) => `${name}=${answers[name] ?? line.split('=')[1]}`),
  );
  await appendFile(file, `PORT=${machine.port}\nRATE_LIMIT=off\nLOG_LEVEL=warn\n`);
}

async function logIn(): Promise<string> {
  const response = await fetch(`${machine.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: answers.ADMIN_USERNAME, password: answers.ADMIN_PASSWORD }),
  });
  expect(response.status, machine.journal()).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const namesOf = async (cookie: string) => {
  const response = await fetch(`${machine.url}/api/subjects`, { headers: { cookie } });
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
};

/** A server of another school on this machine, as the commands see it: a trial. */
let trial: ChildProcess;
let s3: TestS3;

beforeAll(async () => {
  s3 = await startS3();
  machine = await createMachine({ npm: 'linked' });
  await mkdir(inside('trial/server'), { recursive: true });
  await writeFile(inside('trial/server/main.ts'), 'setInterval(() => undefined, 1000);');
  const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: inside('trial/data') };
  trial = spawn(process.execPath, ['server/main.ts'], { cwd: inside('trial'), env, stdio: 'ignore' });
});
afterAll(async () => {
  trial?.kill();
  await s3?.stop();
  await machine.remove();
});

test('the document says of each block that is not for every machine what it needs', () => {
  const needs = blocks.flatMap(({ need }) => need ?? []);
  expect(needs.filter((need) => need !== 'a cluster')).toEqual([]);
  expect(here.length).toBeGreaterThan(4);
});

test('an operator who follows the document installs, backs up, tries a restore and upgrades under load, and loses nothing', async () => {
  await follow('useradd');
  await machine.unpack('1.0.0');
  await follow('releases/1.0.0\nnpm ci');
  await fillIn();
  await follow('systemctl enable --now');
  const cookie = await logIn();
  const writers = startWriters({ urls: [machine.url], cookie, clients: 1, name: 'Turma' });
  try {
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(5), { timeout: 20_000 });

    const trial = await follow('--data-dir /var/lib/alvorada/trial');
    expect(trial).toContain('\n1 people; ');
    expect(trial).toMatch(/holds 1 people/);
    expect(trial).toContain(
      `Settings of ${inside('etc/alvorada.env')}; database ${inside('var/lib/alvorada/postgres')}.`,
    );

    await machine.unpack('1.1.0');
    const upgrade = await follow('bin/alvorada upgrade');
    expect(upgrade).toMatch(/1 people; .*[\s\S]*up to date/);
    await follow('systemctl restart');
    const done = writers.acknowledged.length;
    await vi.waitFor(() => expect(writers.acknowledged.length).toBeGreaterThan(done + 5), { timeout: 20_000 });
  } finally {
    await writers.stop();
  }
  expect(writers.attempts.filter((attempt) => !honest(attempt))).toEqual([]);
  const there = new Set(await namesOf(cookie));
  expect(writers.acknowledged.filter((name) => !there.has(name))).toEqual([]);

  // Everything that the commands left behind belongs to the service, although root called them.
  const owner = statSync(inside('var/lib/alvorada')).uid;
  const [archive = ''] = readdirSync(inside('var/lib/alvorada/backups'));
  expect(statSync(inside(`var/lib/alvorada/backups/${archive}`)).uid).toBe(owner);
  expect(existsSync(inside('opt/alvorada/releases/1.0.0/data'))).toBe(false);
}, 180_000);

/** What an administrator uploads: its address, and the bytes that the server sends for it. */
async function uploadImage(cookie: string) {
  const form = new FormData();
  form.set('file', new File([await receiptPhoto()], 'foto.png', { type: 'image/png' }));
  const response = await fetch(`${machine.url}/api/media`, { method: 'POST', headers: { cookie }, body: form });
  expect(response.status, machine.journal()).toBe(201);
  const { url } = (await response.json()) as { url: string };
  const read = async () => {
    const image = await fetch(machine.url + url, { headers: { cookie } });
    expect(image.status, machine.journal()).toBe(200);
    return Buffer.from(await image.arrayBuffer());
  };
  return { read };
}

test('an operator who follows the document moves the files into a bucket and back', async () => {
  const image = await uploadImage(await logIn());
  const before = await image.read();
  const disk = filesDirectory(inside('var/lib/alvorada'));
  const filesOnDisk = () =>
    readdirSync(disk, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const stored = filesOnDisk().length;
  expect(stored).toBeGreaterThan(0);

  const { bucket, endpoint = '', credentials } = s3.settings;
  const file = inside('etc/alvorada.env');
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => !line.startsWith('S3_'));
  lines.push(`S3_BUCKET=${bucket}`, `S3_ENDPOINT=${endpoint}`, `S3_ACCESS_KEY_ID=${credentials?.accessKeyId}`);
  await writeFile(file, [...lines, `S3_SECRET_ACCESS_KEY=${credentials?.secretAccessKey}`, ''].join('\n'));
  const moved = await follow('bin/alvorada move-files to-s3');
  expect(moved).toContain(`${stored} files copied, 0 were there already.`);
  expect(moved).toContain(`0 files copied, ${stored} were there already.`);

  // The server reads the bucket from now on.
  await rm(disk, { recursive: true });
  expect((await image.read()).equals(before)).toBe(true);
  const inBucket: string[] = [];
  for await (const { key } of s3Files(s3.settings).list()) inBucket.push(key);
  expect(inBucket).toHaveLength(stored);

  const [back = 'false'] = /bin\/alvorada move-files to-disk/.exec(document) ?? [];
  const { code, said } = await machine.run(`cd /opt/alvorada/current\n${back}`);
  expect([code, said]).toEqual([0, expect.stringContaining(`${stored} files copied, 0 were there already.`)]);
  expect(filesOnDisk()).toHaveLength(stored);
  // Files that root copied are files that the service can read.
  const owner = statSync(inside('var/lib/alvorada')).uid;
  expect(filesOnDisk().filter((path) => statSync(path).uid !== owner)).toEqual([]);
});

test('a command beside the service refuses to work on another school that the call does not name', async () => {
  const { code, said } = await machine.run(
    `mv /etc/alvorada.env ${inside('etc/hidden')}\ncd /opt/alvorada/current && bin/alvorada backup`,
  );
  expect(code).toBe(2);
  expect(said).toContain(inside('var/lib/alvorada/postgres'));
});
