import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseSettings, type Request, refuseWhileServedElsewhere } from './settings.ts';

let directory: string;
let etc: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'alvorada-settings-'));
  etc = join(directory, 'alvorada.env');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const choose = (request: Partial<Request> = {}) =>
  chooseSettings({ candidates: [etc], home: '/opt/alvorada', cwd: directory, shell: {}, ...request });
const write = (text: string, path = etc) => writeFileSync(path, text);

test('the file of the service is found and wins over the shell, in production unless it says otherwise', () => {
  write('DATA_DIR=/var/lib/alvorada\nPORT=3000\nSCHOOL_NAME=Escola Boa\n');
  const { environment, source, isNamed } = choose({ shell: { PORT: '4000', HOME: '/root' } });
  expect(environment).toEqual({
    ...{ NODE_ENV: 'production', DATA_DIR: '/var/lib/alvorada', PORT: '3000' },
    ...{ SCHOOL_NAME: 'Escola Boa', HOME: '/root' },
  });
  expect([source, isNamed]).toEqual([etc, false]);
});

test('a DATA_DIR of the shell that contradicts the file is refused instead of one of them being taken', () => {
  write('DATA_DIR=/var/lib/alvorada\n');
  expect(() => choose({ shell: { DATA_DIR: '/tmp/other' } })).toThrow(/^DATA_DIR of the shell/);
  expect(() => choose({ shell: { DATABASE_URL: 'postgres://h/d' } })).toThrow(/^DATABASE_URL of the shell/);
  expect(choose({ shell: { DATA_DIR: '/var/lib/alvorada' } }).source).toBe(etc);
});

test.each([
  ['names no database', 'PORT=3000\n', /neither DATA_DIR nor DATABASE_URL/],
  ['has a relative DATA_DIR', 'DATA_DIR=data\n', /is relative/],
  ['has a line that sets nothing', 'DATA_DIR=/x\nSegredo\n', /line 2/],
])('a file that %s is refused', (_, text, message) => {
  write(text);
  expect(() => choose()).toThrow(message);
});

test('a file that cannot be read is refused: without it the command would work on another school', () => {
  // A directory cannot be read as a file by anybody, root included.
  mkdirSync(etc);
  chmodSync(etc, 0);
  expect(() => choose()).toThrow(/cannot be read \(EISDIR\)/);
  expect(() => choose({ file: 'none.env' })).toThrow(/There is no file/);
});

test('two files are refused, and --env names one of them', () => {
  const other = join(directory, 'other.env');
  write('DATA_DIR=/a\n');
  write('DATA_DIR=/b\n', other);
  expect(() => choose({ candidates: [etc, other] })).toThrow(/Name one of them/);
  const { environment, isNamed } = choose({ candidates: [etc, other], file: 'other.env' });
  expect([environment.DATA_DIR, isNamed]).toEqual(['/b', true]);
});

test('--data-dir takes nothing of the service but its secret, so that a trial reaches no bucket, mailbox or bank', () => {
  write('DATABASE_URL=postgres://h/d\nS3_BUCKET=b\nSMTP_URL=smtp://h\nSESSION_SECRET=segredo\nNODE_ENV=production\n');
  const { environment } = choose({
    dataDir: 'trial',
    shell: { PORT: '3100', S3_BUCKET: 'b', DATABASE_URL: 'postgres://h/d' },
  });
  expect(environment).toEqual({ PORT: '3100', SESSION_SECRET: 'segredo', DATA_DIR: join(directory, 'trial') });
});

test('without a file the shell decides, and without both the data of the release', () => {
  expect(choose({ shell: { DATA_DIR: '/x' } })).toMatchObject({ environment: { DATA_DIR: '/x' }, isNamed: true });
  expect(choose()).toMatchObject({ environment: { DATA_DIR: '/opt/alvorada/data' }, isNamed: false });
});

test('settings that the operator did not name are refused while every server works on another database', () => {
  const settings = choose();
  const elsewhere = { pid: 7, databases: ['/var/lib/alvorada/postgres'] };
  const here = { pid: 8, databases: ['/opt/alvorada/data/postgres'] };
  expect(() => refuseWhileServedElsewhere(settings, [elsewhere])).toThrow(
    /\/var\/lib\/alvorada\/postgres \(process 7\)/,
  );
  refuseWhileServedElsewhere(settings, []);
  refuseWhileServedElsewhere(settings, [elsewhere, here]);
  refuseWhileServedElsewhere({ ...settings, isNamed: true }, [elsewhere]);
});
