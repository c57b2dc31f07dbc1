import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseEnvironmentFile } from './environment-file.ts';

test.each([
  ['a name of two words', 'PIX_MERCHANT_NAME=Escola Boa', 'Escola Boa'],
  ['an accent', 'PIX_MERCHANT_CITY=São Paulo', 'São Paulo'],
  [
    'a sender with its address',
    'MAIL_FROM=Escola Boa <nao-responda@escola.example>',
    'Escola Boa <nao-responda@escola.example>',
  ],
  ['a hash sign', 'ADMIN_PASSWORD=uma#senha #boa', 'uma#senha #boa'],
  ['a dollar sign, a backtick and a semicolon', 'X=$HOME;`id`', '$HOME;`id`'],
  ['double quotes', 'X="Escola \\"Boa\\" \\$1" # note', 'Escola "Boa" $1'],
  ['single quotes', "X='Escola Boa'", 'Escola Boa'],
  ['an apostrophe', "X=Escola d'Oeste", "Escola d'Oeste"],
  ['an equals sign', 'X=postgres://u:p@h/d?a=b', 'postgres://u:p@h/d?a=b'],
  ['nothing', 'X=', ''],
  ['blanks around it and a line end of Windows', '  export X =  Escola  \r', 'Escola'],
])('a value with %s needs no quotes and is taken as it is written', (_, line, value) => {
  const { values, problems } = parseEnvironmentFile(`\uFEFF# note\n; note\n\n${line}\n`);
  expect([Object.values(values), problems]).toEqual([[value], []]);
});

test('a line that sets nothing, a quote without an end and a name set twice are problems that show no value', () => {
  const { problems } = parseEnvironmentFile('A=1\nsegredo solto\nB="segredo\nA=segredo\n');
  expect(problems.map((line) => line.split(':')[0])).toEqual(['line 2', 'line 3', 'line 4']);
  expect(problems.join()).not.toContain('segredo');
});

test('the example of deploy/ is a file without problems', () => {
  const example = readFileSync(join(import.meta.dirname, '../../deploy/env.example'), 'utf8');
  const { values, problems } = parseEnvironmentFile(example);
  expect(problems).toEqual([]);
  expect(values).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/var/lib/alvorada' });
});
