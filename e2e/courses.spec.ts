import { createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { expectFitsPhone } from './fits.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

type Page = import('@playwright/test').Page;

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Novo Curso' });

test('a teacher creates a course, fills it, publishes it, and a student finds it', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const tag = Date.now().toString(36);
  for (const title of ['Crase', 'Vírgula']) await createLesson(db, `${title} ${tag}`);
  await signIn(await createPerson({ role: 'teacher', firstName: 'Luana' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Olá, Luana' })).toBeVisible();
  const stats = page.getByRole('region', { name: 'Como vão os cursos' });
  await expect(stats).toContainText('Avaliação média—sem avaliações');
  await expect(page.getByRole('heading', { name: 'Nenhum curso ainda' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Novo Curso' }).click();
  const dialog = dialogOf(page);
  const create = dialog.getByRole('button', { name: 'Criar Curso' });
  await expect(create).toBeDisabled();
  await expect(dialog.getByLabel('Categoria')).toHaveValue('GERAL');
  await expect(dialog.getByLabel('Dificuldade')).toHaveValue('beginner');
  await expect(dialog.getByLabel('Duração (minutos)')).toHaveValue('60');
  await expect(dialog.getByLabel('Publicado')).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByLabel('Título').fill('   ');
  await create.click();
  await expect(toastOf(page, 'Título obrigatório')).toContainText('Por favor, insira um título para o curso.');
  await expect(dialog.getByLabel('Título')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Título').fill(`Português ${tag}`);
  await dialog.getByLabel('Descrição').fill('Do começo ao fim.');
  await dialog.getByLabel('Categoria').selectOption({ label: 'Preparação Física' });
  await dialog.getByLabel('Duração (minutos)').fill('60001');
  await create.click();
  await expect(dialog.getByText('Informe de 0 a 60000 minutos')).toBeVisible();
  await dialog.getByLabel('Duração (minutos)').fill('150');
  await create.click();
  await expect(toastOf(page, 'Curso criado com sucesso!')).toBeVisible();
  await expect(dialog).toBeHidden();
  // Its editor is open: a course is for its content.
  await expect(page.getByRole('heading', { level: 1, name: 'Editar curso' })).toBeVisible();
  await page.getByRole('link', { name: 'Área do professor' }).click();
  const row = page.getByRole('row').filter({ hasText: `Português ${tag}` });
  await expect(row).toContainText('Preparação Física');
  await expect(row).toContainText('Rascunho');
  await expect(stats).toContainText('Cursos1+1 em 30 dias');

  await row.getByRole('link', { name: 'Editar' }).click();
  await page.getByRole('button', { name: 'Adicionar' }).click();
  const adding = page.getByRole('dialog', { name: 'Adicionar ao curso' });
  await adding.getByRole('searchbox').fill(tag);
  await adding.getByLabel(`Crase ${tag}`).check();
  await adding.getByLabel(`Vírgula ${tag}`).check();
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Adicionar 2 itens' }).click();
  await page.getByRole('button', { name: `Subir Vírgula ${tag}` }).click();
  await page.getByLabel('Publicado').check();
  await page.locator('input[type=file][accept*="image/"]').setInputFiles('web/public/icon-192.png');
  await expect(page.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  await page.getByRole('button', { name: 'Salvar curso' }).click();
  await expect(toastOf(page, 'Curso salvo')).toContainText('2 itens. Os alunos já veem as mudanças.');
  await expectAccessible(page);

  await signIn(await createPerson());
  await page.goto('/courses');
  await page.getByLabel('Categoria').selectOption({ label: 'Preparação Física' });
  await page.getByRole('link', { name: `Português ${tag}` }).click();
  await expect(page.getByText('2 aulas · 0 simulados · duração 2h')).toBeVisible();
  const items = page.getByRole('region', { name: 'Conteúdo do curso' }).getByRole('listitem');
  await expect(items.first()).toContainText('Vírgula');
  const picture = page.locator('img[src^="/api/media/"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('a failure to create keeps what was typed, also on a phone', async ({ page, createPerson, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(await createPerson({ role: 'teacher' }));
  await page.goto('/teacher');
  await page.route('**/api/courses', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'Novo Curso' }).click();
  await expect(dialogOf(page).getByRole('button', { name: 'Criar Curso' })).toBeInViewport();
  await dialogOf(page).getByLabel('Título').fill('Que não se perca');
  await dialogOf(page).getByRole('button', { name: 'Criar Curso' }).click();
  await expect(toastOf(page, 'Erro ao criar curso')).toContainText('Não foi possível criar o curso. Tente novamente.');
  await expect(dialogOf(page).getByLabel('Título')).toHaveValue('Que não se perca');
  await page.unroute('**/api/courses');
  await dialogOf(page).getByRole('button', { name: 'Criar Curso' }).click();
  await expect(toastOf(page, 'Curso criado com sucesso!')).toBeVisible();
});
test.use({ expectedFaults: [/status of (500|409)/] });

test('statistics name who follows, and a deleted course is gone', async ({ page, createPerson, signIn, db }) => {
  const teacher = await createPerson({ role: 'teacher' });
  const student = await createPerson({ firstName: 'Caio', lastName: 'Dias' });
  const id = await createCourse(db, {
    title: 'Com aluno',
    instructorId: teacher.id,
    lessons: [await createLesson(db, 'Uma aula de nome comprido para ver como a linha quebra na tela estreita')],
  });
  await enrollStudent(db, student.id, id);
  await signIn(teacher);
  await page.goto('/teacher');
  await page.getByRole('link', { name: 'Estatísticas de Com aluno' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Caio Dias' })).toContainText('0 de 1');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Área do professor' }).click();
  await page.getByRole('button', { name: 'Excluir Com aluno' }).click();
  const asking = page.getByRole('alertdialog');
  await expect(asking).toContainText('1 aluno deixa de ver o curso; o que cada um já concluiu fica guardado.');
  await asking.getByRole('button', { name: 'Excluir curso' }).click();
  await expect(toastOf(page, 'Curso excluído')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nenhum curso ainda' })).toBeVisible();
});

test('when two authors edit at once, the second gets a conflict and nothing is overwritten', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const id = await createCourse(db, { title: 'Disputado', instructorId: teacher.id });
  await signIn(teacher);
  await page.goto(`/teacher/courses/${id}`);
  await page.getByLabel('Título').fill('Meu título');
  await db.updateTable('courses').set({ title: 'Título do outro', version: 2 }).where('id', '=', id).execute();
  await page.getByRole('button', { name: 'Salvar curso' }).click();
  await expect(page.getByRole('group', { name: 'Este curso foi alterado enquanto você editava' })).toBeFocused();
  await expect(page.getByLabel('Título')).toHaveValue('Meu título');
  await page.getByRole('button', { name: 'Ficar com a salva' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ficar com a salva' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('Título do outro');
});

test('a missing course leads back', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson());
  await page.goto('/courses/999999');
  await expect(page.getByRole('heading', { name: 'Curso não encontrado' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar para Cursos' }).click();
  await expect(page).toHaveURL('/courses');
});
