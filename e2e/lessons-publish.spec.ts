import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const toast = 'Aula publicada!';

test('a teacher publishes a formatted lesson with a new subject, and a student finds it', async ({
  page,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher', firstName: 'Luana', lastName: 'Alves' });
  await signIn(teacher);
  // Other journeys have published on this database before: the first visit finds it as on the first day.
  await page.route(/\/api\/articles(\?|$)/, (route) => route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }));
  await page.goto('/admin/publish');
  await expect(page.getByRole('heading', { name: 'Central de Publicação' })).toBeVisible();
  await expect(
    page.getByText('Nenhuma aula publicada ainda. Clique no botão acima para publicar sua primeira aula!'),
  ).toBeVisible();
  await page.unrouteAll();

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
  await expectAccessible(page);

  await signIn(await createPerson());
  await page.goto('/study');
  await page.getByPlaceholder('Buscar aulas...').fill('Concordância verbal');
  await page
    .getByRole('link', { name: /Concordância verbal/ })
    .first()
    .click();
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

test('leaving the document asks only where the text would be lost: without room for the draft', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  const write = async () => {
    await page.goto('/admin/publish');
    await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
    await page.getByLabel('Título da Aula').fill('Não me perca');
  };
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await write();
  await expect(page.getByText('Rascunho guardado neste aparelho')).toBeVisible();
  await page.goto('/study');
  expect(asked).toEqual([]);

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.evaluate(() => localStorage.clear());
  await write();
  await expect(page.getByText('Sem espaço para guardar o rascunho')).toBeVisible();
  await page.goto('/study');
  expect(asked).toEqual(['beforeunload']);
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
  const actionsOf = (title: string) => page.getByRole('button', { name: `Ações da aula ${title}` });
  const edit = async (title: string) => {
    await actionsOf(title).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
  };
  await page.getByLabel('Filtrar por matéria').selectOption(String(subject.id));
  await edit('Com um eror');
  await page.getByLabel('Título da Aula').fill('Com um erro corrigido');
  await page.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Aula atualizada!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Com um erro corrigido' })).toBeVisible();

  await edit('Com um erro corrigido');
  await expect(page.getByLabel('Título da Aula')).toBeVisible();
  const other = { title: 'De outra aba', content: '<p>x</p>', subjectId: subject.id, version: 2 };
  expect((await page.request.put(`/api/articles/${lesson.id}`, { data: other })).status()).toBe(200);
  await page.getByLabel('Título da Aula').fill('Minha versão');
  await page.getByRole('button', { name: 'Salvar Alterações' }).click();
  await expect(page.getByText('Esta aula foi alterada enquanto você editava')).toBeVisible();
  await expect(page.getByLabel('Título da Aula')).toHaveValue('Minha versão');
  await page.getByRole('button', { name: 'Salvar a minha no lugar' }).click();
  await expect(page.getByText('Aula atualizada!')).toBeVisible();

  await actionsOf('Minha versão').click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Aula excluída')).toBeVisible();
  await expect(page.getByText('Nenhuma aula encontrada')).toBeVisible();
  await page.getByRole('button', { name: 'Aulas excluídas' }).click();
  await page.getByRole('button', { name: 'Restaurar Minha versão' }).click();
  await expect(page.getByText('Aula restaurada')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page.getByRole('link', { name: 'Minha versão' })).toBeVisible();
});

test('admins rename, merge and delete subjects; teachers do not see it', async ({ page, createPerson, signIn, db }) => {
  const [wrong, right] = [await createSubject(db, 'Matematica'), await createSubject(db, 'Matemática Básica')];
  await createSubject(db, 'Vazia mesmo');
  await createLesson(db, { subjectId: wrong.id, title: 'Frações' });
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Gerenciar matérias' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gerenciar Matérias' });
  await dialog.getByRole('button', { name: 'Renomear Matematica' }).click();
  await dialog.getByLabel('Novo nome').fill('MATEMÁTICA BÁSICA');
  await dialog.getByRole('button', { name: 'Salvar nome' }).click();
  await expect(dialog.getByText('A matéria "Matemática Básica" já existe.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.getByRole('button', { name: 'Juntar Matematica com outra' }).click();
  await dialog.getByLabel('Juntar com').selectOption(String(right.id));
  await dialog.getByRole('button', { name: 'Juntar matérias' }).click();
  await expect(page.getByText('Matérias juntadas')).toBeVisible();
  await expect(dialog.getByText('Matematica', { exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Excluir Vazia mesmo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Matéria excluída')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Filtrar por matéria').selectOption(String(right.id));
  await expect(page.getByRole('link', { name: 'Frações' })).toBeVisible();

  await signIn(await createPerson({ role: 'teacher' }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Aulas excluídas' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Gerenciar matérias' })).toBeHidden();
});
