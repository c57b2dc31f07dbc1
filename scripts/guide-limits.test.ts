import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  DOUBTS_PER_DAY,
  IMAGE_MAX_BYTES,
  LESSON_HTML_MAX_BYTES,
  OFFLINE_LEASE_DAYS,
  PDF_MAX_BYTES,
  PDF_MAX_PAGES,
  PROOF_MAX_BYTES,
  QUESTION_FILE_MAX_BYTES,
  QUESTION_IMPORT_MAX_QUESTIONS,
  SCAN_PAGES_MAX,
} from '#contract/limits.ts';
import { IMPORT_MAX_ROWS } from '#contract/people/people.ts';
import { ANKI_MAX_BYTES } from '#contract/study/anki-limits.ts';

const MB = 1024 * 1024;
const inMb = (bytes: number) => `${bytes / MB} MB`;
const grouped = (count: number) => count.toLocaleString('pt-BR');
const inWords: Record<number, string> = { 5: 'cinco', 10: 'dez', 20: 'vinte' };
const configured = readFileSync('docs/configuration.md', 'utf8');

/** The default of a setting, from the page that is generated from server/config. */
const defaultOf = (name: string): number => {
  const [, value] = configured.match(new RegExp(`\\| \`${name}\` \\| \`?(\\d+)`)) ?? [];
  if (value === undefined) throw new Error(`docs/configuration.md has no default for ${name}.`);
  return Number(value);
};

const guides = new Map(globSync('docs/guides/*.md').map((path) => [path.slice(12, -3), readFileSync(path, 'utf8')]));

/** What a guide promises, as the contract has it. Every size in a guide is in this list. */
const promises: [guide: string, words: string][] = [
  ['aulas', `até o tamanho que a escola permite (${defaultOf('ATTACHMENT_MAX_MB')} MB, se ninguém mudou)`],
  ['aulas', `até o tamanho que a escola permite: ${defaultOf('RECORDING_MAX_MB') / 1024} GB, se ninguém mudou`],
  ['aulas', `GIF ou AVIF, até ${inMb(IMAGE_MAX_BYTES)}`],
  ['aulas-leis-e-cartoes', `até ${inWords[DOUBTS_PER_DAY]} por dia`],
  ['aulas', `no máximo ${inMb(LESSON_HTML_MAX_BYTES)} de texto`],
  ['cartoes', `recebe o arquivo, até ${inMb(ANKI_MAX_BYTES)}`],
  ['cursos', `Vale por ${OFFLINE_LEASE_DAYS} dias`],
  ['escola', `até ${grouped(IMPORT_MAX_ROWS)} linhas`],
  ['pagamentos', `PDF de até ${inMb(PROOF_MAX_BYTES)}`],
  ['relatorios-e-imagens', `até ${inMb(IMAGE_MAX_BYTES)} cada`],
  ['simulados', `até ${inMb(QUESTION_FILE_MAX_BYTES)} e ${grouped(QUESTION_IMPORT_MAX_QUESTIONS)} questões`],
  ['simulados', `até ${inMb(PDF_MAX_BYTES)} e ${PDF_MAX_PAGES} páginas`],
  ['simulados', `até ${SCAN_PAGES_MAX} páginas digitalizadas`],
  ['provas-e-plano', `até ${inMb(PDF_MAX_BYTES)} e ${PDF_MAX_PAGES} páginas`],
];

it.each(promises)('the guide %s says what the contract allows: %s', (guide, words) => {
  expect(guides.get(guide)).toContain(words);
});

it('a guide names no size that is not compared with the contract', () => {
  const sizes = [...guides].flatMap(([guide, text]) =>
    [...text.matchAll(/\d[\d.]* ?(?:KB|MB|GB)/g)].map(([size]) => ({ guide, size })),
  );
  expect(sizes.length).toBeGreaterThan(0);
  const isCompared = ({ guide, size }: (typeof sizes)[number]) =>
    promises.some(([of, words]) => of === guide && words.includes(size));
  expect(sizes.filter((one) => !isCompared(one))).toEqual([]);
});

/** The formats that a screen's file field accepts, by the ending of their names. */
const acceptedBy = (screen: string): string[] => {
  const [, accept = ''] = readFileSync(screen, 'utf8').match(/accept="([^"]+)"/) ?? [];
  return accept.split(',').filter((format) => format.startsWith('.'));
};

it.each([
  ['simulados', 'web/features/questions/question-bank/import-screen.tsx', /\*Importar\* aceita[^\n]*/],
  ['escola', 'web/features/people/accounts/people/import-screen.tsx', /\*\*Trazer pessoas\.\*\*[^\n]*/],
])('the guide %s names every format that its import accepts', (guide, screen, paragraph) => {
  const formats = acceptedBy(screen);
  expect(formats.length).toBeGreaterThan(1);
  const text = guides.get(guide)?.match(paragraph)?.[0] ?? '';
  const isNamed = (format: string) => text.includes(format) || text.includes(` ${format.slice(1).toUpperCase()} `);
  expect(formats.filter((format) => !isNamed(format))).toEqual([]);
});
