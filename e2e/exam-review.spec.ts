import { randomUUID } from 'node:crypto';
import { column, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const QUESTIONS = 80;
const PRESSES_MAX = 120;
/** Questions of the made exam that lack an option, so that they are doubted. */
const isDoubted = (number: number) => number % 8 === 0;

function examPages(word: string) {
  const question = (number: number) => [
    '',
    `${number}. Sobre o assunto ${number} da prova ${word}, assinale a alternativa correta.`,
    ...[...(isDoubted(number) ? 'ABC' : 'ABCD')].map((letter) => `${letter}) resposta ${letter} do assunto ${number}.`),
  ];
  return Array.from({ length: QUESTIONS / 8 }, (_, page) => ({
    texts: column(Array.from({ length: 8 }, (_, at) => question(page * 8 + at + 1)).flat()),
  }));
}

test('a teacher checks an exam of 80 questions beside its pages with few presses', async ({
  page,
  createPerson,
  signIn,
}) => {
  const word = randomUUID().slice(0, 8);
  const file = { name: 'prova.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await makePdf(examPages(word))) };
  await signIn(await createPerson({ role: 'teacher' }));
  let presses = 0;
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    presses += 1;
    await page.getByRole(role, { name }).click();
  };
  const key = async (name: string) => {
    presses += 1;
    await page.keyboard.press(name);
  };

  await page.goto('/teacher/quizzes/import');
  presses += 1;
  await page.getByLabel('Arquivo de questões').setInputFiles(file);
  // The file is read in a worker: some seconds of processor time.
  await expect(page.getByRole('heading', { name: 'Conferir importação' })).toBeVisible({ timeout: 25_000 });
  presses += 1;
  await page
    .getByLabel(/^Gabarito das 80 questões/)
    .fill(Array.from({ length: QUESTIONS }, (_, at) => `${at + 1} ${'ABC'[at % 3]}`).join('\n'));
  await click('Casar pelo número');
  await expect(page.getByText('80 de 80 casadas')).toBeVisible();
  await click('Conferir com a prova', 'link');

  // The first doubt: its page with its lines beside the question that was read.
  await expect(page.getByRole('region', { name: 'Questão 8', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'A: A) resposta A do assunto 8.' })).toBeVisible();
  await expectAccessible(page);
  const doubted = Array.from({ length: QUESTIONS }, (_, at) => at + 1).filter(isDoubted);
  for (const number of doubted) {
    await expect(page.getByRole('region', { name: `Questão ${number}`, exact: true })).toBeVisible();
    await key('Enter');
  }
  await expect(page.getByText('80 de 80 conferidas')).toBeVisible();
  await click('Tudo conferido: voltar e importar', 'link');
  await click('Importar 80 questões');
  await expect(page.getByText('80 questões importadas')).toBeVisible();
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX);
});
