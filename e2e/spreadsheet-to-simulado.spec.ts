import { randomUUID } from 'node:crypto';
import { makeXlsx, rowsOf } from '#server/xlsx/testing/make-xlsx.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('from a spreadsheet with custom columns to a published simulado', async ({ page, createPerson, signIn }) => {
  const word = `marca${randomUUID().slice(0, 8)}`;
  await signIn(await createPerson({ role: 'teacher' }));
  const made = await page.request.post('/api/teacher/quizzes', { data: { title: `Da planilha ${word}` } });
  expect(made.ok(), await made.text()).toBe(true);
  const data = rowsOf([
    [`Lista do professor ${word}`],
    ['Comando', `Primeira ${word}`, `Segunda ${word}`, 'Chave'],
    [`Qual destas palavras é um verbo? ${word}`, 'correr', 'casa', 'a)'],
    [`Qual destas palavras é um nome? ${word}`, 'correr', 'casa', 'Letra B'],
  ]);
  await page.goto('/teacher/quizzes/import');
  await page.getByLabel('Arquivo de questões').setInputFiles({
    name: 'lista.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await makeXlsx([{ data }]),
  });
  await page.getByLabel(`Campo para Primeira ${word}`).selectOption('Alternativa A');
  await page.getByLabel(`Campo para Segunda ${word}`).selectOption('Alternativa B');
  await page.getByRole('button', { name: 'Ler com estas colunas' }).click();
  await expect(page.getByText('2 questões prontas')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importar 2 questões' }).click();
  await page.getByRole('link', { name: 'Ver as questões deste arquivo' }).click({ timeout: 15_000 });
  await page.getByLabel('Procurar no banco').fill(word);
  // A choice of rows ends with the search it was made in: wait until the typed word is the one asked for.
  await expect(page).toHaveURL((url) => url.searchParams.get('busca') === word);
  await expect(page.getByText('2 questões', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Escolher todas as questões à vista' }).check();
  await page.getByRole('button', { name: 'Pôr em simulado' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Simulado').selectOption({ label: `Da planilha ${word} (0)` });
  await dialog.getByRole('button', { name: 'Incluir' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 questões incluídas' })).toBeVisible();
  await page.goto('/teacher/quizzes');
  await page
    .getByRole('link', { name: `Da planilha ${word}` })
    .first()
    .click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Simulado publicado!' })).toBeVisible();
});
