import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

test('a finished course earns a certificate that prints on one sheet and that anybody can verify', async ({
  page,
  db,
  browser,
  server,
  createPerson,
  signIn,
}) => {
  const student = await createPerson({ firstName: 'Rafaela', lastName: 'Souza' });
  await signIn(student);
  const lesson = await createLesson(db, 'Única aula');
  const courseId = await createCourse(db, { title: 'Soldado PM completo', lessons: [lesson] });
  await enrollStudent(db, student.id, courseId);
  await page.goto('/certificates');
  await expect(page.getByRole('heading', { name: 'Nenhum certificado ainda' })).toBeVisible();
  await page.request.put(`/api/articles/${lesson}/completion`, { data: { completed: true } });

  await page.goto(`/courses/${courseId}`);
  await page.getByRole('link', { name: 'Ver certificado' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Abrir certificado de Soldado PM completo' }).click();
  await expect(page.getByRole('article', { name: 'Certificado de Rafaela Souza' })).toBeVisible();
  await expectAccessible(page);
  const sheet = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(sheet.toString('latin1')).toMatch(/MediaBox \[0 0 841\.\d+ 59[45]/);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Imprimir ou salvar em PDF' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: null });

  // The person who checks the certificate has no account.
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  await visitor.goto(new URL(page.url()).pathname.toLowerCase());
  await expect(visitor.getByText('Certificado válido')).toBeVisible();
  await visitor.goto('/certificates/0000-0000-0000');
  await expect(visitor.getByRole('heading', { name: 'Certificado não encontrado' })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByLabel('Código de verificação').fill('curto');
  await visitor.getByRole('button', { name: 'Verificar' }).click();
  await expect(visitor.getByText('O código tem 12 letras e números.')).toBeVisible();
  await visitor.getByLabel('Código de verificação').fill(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await visitor.getByRole('button', { name: 'Verificar' }).click();
  await expect(visitor.getByText('Certificado válido')).toBeVisible();
  await visitor.context().close();
});

test.describe('on a phone', () => {
  test.use(phone);
  test('the certificate can be read', async ({ page, db, createPerson, signIn }) => {
    const student = await createPerson({ firstName: 'Maria Aparecida', lastName: 'dos Santos Nascimento' });
    await signIn(student);
    const lesson = await createLesson(db, 'Aula');
    const courseId = await createCourse(db, {
      title: 'Curso completo de Soldado da Polícia Militar',
      lessons: [lesson],
    });
    await enrollStudent(db, student.id, courseId);
    await page.request.put(`/api/articles/${lesson}/completion`, { data: { completed: true } });
    await page.goto('/certificates');
    await page.getByRole('link', { name: /Abrir/ }).click();
    await expect(page.getByText('Maria Aparecida dos Santos Nascimento').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
