import { createLesson, createSubject } from '../server/testing/lessons.ts';
import { expect, test } from './fixtures.ts';

const toast = 'Aula publicada!';

test('a teacher publishes a formatted lesson with a new subject, and a student finds it', async ({
  page,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher', firstName: 'Luana', lastName: 'Alves' });
  await signIn(teacher);
  await page.goto('/admin/publish');
  await expect(page.getByRole('heading', { name: 'Central de Publicação' })).toBeVisible();
  await expect(
    page.getByText('Nenhuma aula publicada ainda. Clique no botão acima para publicar sua primeira aula!'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar Nova Aula' });
  await dialog.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText('Preencha todos os campos')).toBeVisible();
  await expect(page.getByText('Título, conteúdo e matéria são obrigatórios.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Criar nova matéria' }).click();
  await dialog.getByPlaceholder('Nome da nova matéria (ex: Português, Matemática)').fill('Língua Portuguesa');
  await dialog.getByPlaceholder('Ex: Concordância Verbal - Regras Básicas').fill('Concordância verbal');
  const text = dialog.getByRole('textbox', { name: 'Conteúdo da Aula' });
  await text.click();
  await page.keyboard.type('O verbo concorda com o ');
  await dialog.getByRole('button', { name: 'Negrito' }).click();
  await expect(dialog.getByRole('button', { name: 'Negrito' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('sujeito');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Inserir tabela' }).click();
  await page.keyboard.type('Caso');
  await expect(dialog.getByText('Rascunho guardado neste aparelho')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText(toast)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Matéria: Língua Portuguesa')).toBeVisible();

  await signIn(await createPerson());
  await page.goto('/study');
  await page.getByRole('link', { name: /Concordância verbal/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Concordância verbal');
  await expect(page.locator('.rich-text strong')).toHaveText('sujeito');
  await expect(page.locator('.rich-text th').first()).toHaveText('Caso');
  await expect(page.getByText('Prof. Luana Alves')).toBeVisible();
});

test('a draft survives a closed tab, and cancelling asks once and forgets it', async ({
  page,
  context,
  createPerson,
  signIn,
  db,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const subject = await createSubject(db, 'Rascunhos');
  await signIn(teacher);
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await page.getByLabel('Título da Aula').fill('Meu rascunho');
  await page.getByLabel('Matéria', { exact: true }).selectOption(String(subject.id));
  await page.getByRole('textbox', { name: 'Conteúdo da Aula' }).click();
  await page.keyboard.type('Texto que não pode se perder');
  await expect(page.getByText('Rascunho guardado neste aparelho')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Publicar Nova Aula' })).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto('/admin/publish');
  await again.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await expect(again.getByText('Meu rascunho')).toBeVisible();
  await again.getByRole('button', { name: 'Continuar' }).click();
  await expect(again.getByLabel('Título da Aula')).toHaveValue('Meu rascunho');
  await expect(again.getByRole('textbox', { name: 'Conteúdo da Aula' })).toHaveText('Texto que não pode se perder');
  await again.getByRole('button', { name: 'Cancelar' }).click();
  await again.getByRole('button', { name: 'Continuar escrevendo' }).click();
  await again.getByRole('button', { name: 'Cancelar' }).click();
  await again.getByRole('button', { name: 'Descartar' }).click();
  await expect(again.getByRole('dialog')).toBeHidden();
  await again.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await expect(again.getByLabel('Título da Aula')).toHaveValue('');
});

test('leaving the document with unsent text warns', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'teacher' }));
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await page.getByLabel('Título da Aula').fill('Não me perca');
  const warning = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await closing;
});

test('an expired session loses nothing', async ({ page, createPerson, signIn, db }) => {
  const teacher = await createPerson({ role: 'teacher', password: 'segredo1' });
  const subject = await createSubject(db, 'Sessão');
  await signIn(teacher);
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await page.getByLabel('Título da Aula').fill('Escrita por horas');
  await page.getByLabel('Matéria', { exact: true }).selectOption(String(subject.id));
  await page.getByRole('textbox', { name: 'Conteúdo da Aula' }).click();
  await page.keyboard.type('Conteúdo');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText('Não autorizado')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await page.getByLabel('Usuário').fill(teacher.username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('link', { name: 'Publicar' }).click();
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Publicar Aula' }).click();
  await expect(page.getByText(toast)).toBeVisible();
});

test('edit, conflict, delete and restore', async ({ page, createPerson, signIn, db }) => {
  const teacher = await createPerson({ role: 'teacher' });
  const subject = await createSubject(db, 'Correções');
  const lesson = await createLesson(db, { subjectId: subject.id, authorId: teacher.id, title: 'Com um eror' });
  await signIn(teacher);
  await page.goto('/admin/publish');
  const edit = async () => {
    await page.getByRole('button', { name: /Ações da aula/ }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
  };
  await page.getByLabel('Filtrar por matéria').selectOption(String(subject.id));
  await edit();
  await page.getByLabel('Título da Aula').fill('Com um erro corrigido');
  await page.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Aula atualizada!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Com um erro corrigido' })).toBeVisible();

  await edit();
  await db.updateTable('lessons').set({ version: 7 }).where('id', '=', lesson.id).execute();
  await page.getByLabel('Título da Aula').fill('Minha versão');
  await page.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Esta aula foi alterada enquanto você editava')).toBeVisible();
  await expect(page.getByLabel('Título da Aula')).toHaveValue('Minha versão');
});
