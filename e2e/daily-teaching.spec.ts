import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { expectFitsPhone } from './fits.ts';
import { expect, expectAccessible, type Person, test } from './fixtures.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('reports tell who stopped, and the file opens with what the screen shows', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const lesson = await createLesson(db, 'Aula');
  const title = 'Curso completo de Soldado PM da Polícia Militar do Estado';
  const courseId = await createCourse(db, { title, instructorId: teacher.id, lessons: [lesson] });
  const join = async (person: Person, days: number) => enrollStudent(db, person.id, courseId, daysAgo(days));
  await join(await createPerson({ firstName: 'Nova', lastName: 'Aluna' }), 2);
  await join(await createPerson({ firstName: '=SOMA(A1)', lastName: 'Parada' }), 40);
  // Students' data leave only with a fresh proof; this one has just logged in.
  await db.updateTable('sessions').set({ proven_at: new Date() }).where('user_id', '=', teacher.id).execute();
  await signIn(teacher);
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Ações rápidas' })
    .getByRole('link', { name: /Relatórios/ })
    .click();
  await expect(page.getByRole('row', { name: /Soldado PM/ })).toContainText('1 (50%)');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('tab', { name: 'Pararam' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await expectFitsPhone(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar (CSV)' }).click(),
  ]);
  const content = await readFile(await download.path(), 'utf8');
  const rows = parse(content, { delimiter: ';', bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ aluno, parou }) => [aluno, parou])).toEqual([["'=SOMA(A1) Parada", 'sim']]);
});

test.describe('a foreign report', () => {
  test.use({ expectedFaults: [/404/] });
  test("another teacher's course is not there", async ({ page, db, createPerson, signIn }) => {
    const courseId = await createCourse(db, { title: 'De outra pessoa', isPublished: false });
    await signIn(await createPerson({ role: 'teacher' }));
    await page.goto(`/teacher/reports/courses/${courseId}`);
    await expect(page.getByRole('heading', { name: 'Curso não encontrado' })).toBeVisible();
  });
});

async function openLibrary(page: import('@playwright/test').Page, color: string) {
  await page.goto('/teacher/media');
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: color } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Arquivos de imagem')
    .setInputFiles({ name: 'mapa.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('heading', { name: 'mapa.png' })).toBeVisible();
}

test('images are described, shown with their use, and deleted only when unused', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  await signIn(teacher);
  await openLibrary(page, '#135');
  await page.getByLabel('Descrição').fill('Mapa do Estado');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('img', { name: 'Mapa do Estado' })).toBeVisible();

  const { id } = await db.selectFrom('media').select('id').where('owner_id', '=', teacher.id).executeTakeFirstOrThrow();
  const headers = { cookie: teacher.cookie };
  const subject = await page.request.post('/api/subjects', { headers, data: { name: `Geografia ${id}` } });
  const lesson = await page.request.post('/api/articles', {
    headers,
    data: {
      title: 'Relevo',
      content: `<p>Veja o mapa.</p><img src="/api/media/${id}">`,
      subjectId: (await subject.json()).id,
      published: true,
    },
  });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Relevo' })).toBeVisible();
  const remove = page.getByRole('button', { name: 'Excluir mapa.png' });
  await expect(remove).toBeDisabled();
  await expectAccessible(page);
  await expectFitsPhone(page);

  const { id: lessonId, version } = await lesson.json();
  await page.request.put(`/api/articles/${lessonId}`, {
    headers,
    data: { title: 'Relevo', content: '<p>Sem mapa.</p>', subjectId: (await subject.json()).id, version },
  });
  await page.reload();
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhuma imagem enviada' })).toBeVisible();
});
