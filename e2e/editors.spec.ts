import type { Page } from '@playwright/test';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson } from '#server/testing/study.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

/** The browser's own lines about what these tests do to its network. */
test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

/** Holds back the next call of a method to an address until it is let go. */
async function holdBack(page: Page, address: string, method: string) {
  let letGo: () => void = () => {};
  let arrived: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const isHeld = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let isFirst = true;
  await page.route(address, async (route) => {
    if (route.request().method() !== method || !isFirst) return route.fallback();
    isFirst = false;
    arrived();
    await gate;
    return route.continue();
  });
  return { isHeld, letGo };
}

test.describe('the quiz editor', () => {
  const openQuiz = async (page: Page, id: number) => {
    await page.goto(`/teacher/quizzes/${id}`);
    await expect(page.getByRole('textbox', { name: 'Título' })).not.toHaveValue('');
  };

  test('what is typed while a save is under way stays, and is still to be saved', async ({
    page,
    db,
    createPerson,
    signIn,
  }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const quiz = await createTestQuiz(db, { title: 'Simulado', authorId: teacher.id, now: new Date() });
    await signIn(teacher);
    await openQuiz(page, quiz.id);
    const title = page.getByRole('textbox', { name: 'Título' });
    await title.fill('Enviado');
    await page.getByRole('button', { name: 'Incluir questão' }).click();
    await page.getByRole('textbox', { name: 'Enunciado' }).fill('Nova?');
    const save = await holdBack(page, `**/api/teacher/quizzes/${quiz.id}`, 'PUT');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await save.isHeld;
    await title.fill('Digitado durante o envio');
    await page.getByRole('textbox', { name: 'Enunciado' }).fill('Nova, e melhor?');
    save.letGo();
    await expect(toastOf(page, 'Simulado salvo')).toBeVisible();
    await expect(title).toHaveValue('Digitado durante o envio');
    await expect(page.getByText('Há alterações não salvas')).toBeVisible();
    await page.getByRole('button', { name: 'Salvar rascunho' }).press('Enter');
    await expect(page.getByText('Tudo salvo')).toBeVisible();
    await page.reload();
    await expect(title).toHaveValue('Digitado durante o envio');
    // Saved as the same question, not as a second one.
    await expect(page.getByRole('button', { name: /Nova, e melhor\?/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /Nova\?/ })).toHaveCount(0);
  });

  test('offline, a save fails and nothing is lost; the draft is back after the page was left', async ({
    page,
    context,
    db,
    createPerson,
    signIn,
  }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const quiz = await createTestQuiz(db, { title: 'Simulado', authorId: teacher.id, now: new Date() });
    await signIn(teacher);
    await openQuiz(page, quiz.id);
    await page.getByRole('textbox', { name: 'Título' }).fill('Sem rede');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(toastOf(page, 'Erro ao salvar simulado')).toBeVisible();
    await expect(page.getByText('Há alterações não salvas')).toBeVisible();
    await context.setOffline(false);
    // Nothing would be lost: the browser does not ask.
    let isAsked = false;
    page.on('dialog', (dialog) => {
      isAsked = true;
      void dialog.accept();
    });
    await page.goto('/teacher/quizzes');
    expect(isAsked).toBe(false);
    await openQuiz(page, quiz.id);
    await expect(page.getByText('Recuperamos o que você não salvou')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Sem rede');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page.getByText('Tudo salvo')).toBeVisible();
  });

  test('two tabs that changed different things are joined; what both changed is chosen', async ({
    page,
    context,
    db,
    createPerson,
    signIn,
  }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const quiz = await createTestQuiz(db, { title: 'Original', authorId: teacher.id, questions: 2, now: new Date() });
    await signIn(teacher);
    const other = await context.newPage();
    await openQuiz(page, quiz.id);
    // Until then it would continue the draft that the other tab is about to store.
    await untilReady(page);
    await openQuiz(other, quiz.id);
    await other.getByRole('textbox', { name: 'Título' }).fill('Da outra aba');
    await other.getByRole('button', { name: /Questão 1/ }).click();
    await other.getByRole('textbox', { name: 'Enunciado' }).fill('Enunciado da outra aba');
    await other.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(other.getByText('Tudo salvo')).toBeVisible();
    await other.close();

    await page.getByRole('textbox', { name: 'Título' }).fill('Desta aba');
    await page.getByRole('button', { name: /Questão 2/ }).click();
    await page.getByRole('textbox', { name: 'Enunciado' }).fill('Enunciado desta aba');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    const conflict = page.getByRole('group', { name: 'Este simulado foi alterado enquanto você editava' });
    await expect(conflict).toBeFocused();
    await expect(conflict).toBeInViewport();
    await expect(conflict).toContainText(/A versão salva é de .* A sua é de /);
    await conflict.getByText('Comparar as duas (3 diferenças)').click();
    await expect(conflict.getByRole('listitem').filter({ hasText: 'Só você mudou' })).toContainText('Questão 2');
    await expect(conflict.getByRole('listitem').filter({ hasText: 'Só a salva mudou' })).toContainText('Questão 1');
    await expectAccessible(page);
    await conflict.getByRole('radio', { name: 'A salva' }).check();
    await conflict.getByRole('button', { name: 'Juntar as duas' }).click();
    await expect(conflict).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Da outra aba');
    await page.getByRole('button', { name: 'Salvar rascunho' }).press('Enter');
    await expect(page.getByText('Tudo salvo')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: /Questão 1 Enunciado da outra aba/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Questão 2 Enunciado desta aba/ })).toBeVisible();
  });
});

test.describe('composing a quiz', () => {
  test('what is changed while a save is under way stays, and the bar saves before it leads on', async ({
    page,
    db,
    createPerson,
    signIn,
  }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const quiz = await createTestQuiz(db, { title: 'Composto', authorId: teacher.id, now: new Date() });
    await signIn(teacher);
    await page.goto(`/teacher/quizzes/${quiz.id}/compose`);
    const shuffle = page.getByLabel('Embaralhar as alternativas');
    const training = page.getByLabel('Liberar o treino desde o início');
    await shuffle.check();
    const save = await holdBack(page, '**/composition', 'PUT');
    await page.getByRole('button', { name: 'Salvar composição' }).click();
    await save.isHeld;
    await training.check();
    save.letGo();
    await expect(toastOf(page, 'Composição salva')).toBeVisible();
    await expect(training).toBeChecked();
    await expect(page.getByText('Há alterações não salvas')).toBeVisible();
    await page.getByRole('button', { name: 'Editar e publicar' }).click();
    await expect(page).toHaveURL(`/teacher/quizzes/${quiz.id}`);
    await page.goto(`/teacher/quizzes/${quiz.id}/compose`);
    await expect(training).toBeChecked();
    await expect(shuffle).toBeChecked();
    await expect(page.getByText('Recuperamos o que você não salvou')).toHaveCount(0);
  });

  test('left by any other way, the changes are kept and back', async ({ page, db, createPerson, signIn }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const quiz = await createTestQuiz(db, { title: 'Composto', authorId: teacher.id, now: new Date() });
    await signIn(teacher);
    await page.goto(`/teacher/quizzes/${quiz.id}/compose`);
    await page.getByLabel('Embaralhar as alternativas').check();
    await page.getByRole('link', { name: 'Voltar ao simulado' }).click();
    await expect(toastOf(page, 'Alterações guardadas neste aparelho')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Recuperamos o que você não salvou')).toBeVisible();
    await expect(page.getByLabel('Embaralhar as alternativas')).toBeChecked();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByLabel('Embaralhar as alternativas')).not.toBeChecked();
  });
});

test.describe('editing a course', () => {
  test('items added and a title typed survive leaving the page, and each save keeps what came after it', async ({
    page,
    db,
    createPerson,
    signIn,
  }) => {
    const teacher = await createPerson({ role: 'teacher' });
    const lessons = [await createLesson(db, 'Aula um'), await createLesson(db, 'Aula dois')];
    const id = await createCourse(db, { title: 'Curso', instructorId: teacher.id, lessons });
    await signIn(teacher);
    await page.goto(`/teacher/courses/${id}`);
    const title = page.getByRole('textbox', { name: 'Título' });
    await title.fill('Curso renomeado');
    await page.getByRole('button', { name: 'Descer Aula um' }).click();
    await page.getByRole('link', { name: 'Estudar' }).first().click();
    await expect(page).toHaveURL('/study');
    await page.goBack();
    await expect(title).toHaveValue('Curso renomeado');
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Aula' }).first()).toContainText(
      'Aula dois',
    );

    const save = await holdBack(page, `**/api/courses/${id}/whole`, 'PUT');
    await page.getByRole('button', { name: 'Salvar curso' }).click();
    await save.isHeld;
    await page.getByRole('button', { name: 'Tirar Aula um' }).click();
    save.letGo();
    await expect(toastOf(page, 'Curso salvo')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Aula um' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Salvar curso' })).toBeEnabled();
    await title.press('Enter');
    await expect(page.getByRole('button', { name: 'Salvar curso' })).toBeDisabled();
  });
});
