import { createTestQuiz } from '#server/testing/quizzes.ts';
import { lowContrast } from './contrast.ts';
import { expect, moving, test } from './fixtures.ts';
import { expectClearOfToasts } from './toasts.ts';

test.use(moving);

// The screens themselves are measured in all-screens.spec.ts; here is what lies over them.

test('a message never lies over an action of the lesson dialog or of its question', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  await page.goto('/admin/publish');
  await page.getByRole('button', { name: 'Publicar Nova Aula' }).click();
  const lesson = page.getByRole('dialog', { name: 'Publicar Nova Aula' });
  await expect(lesson.getByRole('textbox', { name: 'Conteúdo da Aula' })).toBeVisible();
  await expectClearOfToasts(page, 'the lesson dialog');
  // Closing the message is no wish to close the dialog.
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await expect(lesson).toBeVisible();
  await lesson.getByPlaceholder('Ex: Concordância Verbal - Regras Básicas').fill('Crase');
  await lesson.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectClearOfToasts(page, 'a question over the lesson dialog');
});

test('nor over a rejection or a new course', async ({ page, createPerson, signIn }) => {
  await createPerson({ status: 'pending', payment: 'pending', firstName: 'Ana', lastName: 'Fila' });
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto('/admin/payments');
  await page.getByRole('row').filter({ hasText: 'Ana Fila' }).getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByRole('dialog', { name: 'Recusar Pagamento' })).toBeVisible();
  await expectClearOfToasts(page, 'the rejection');

  await page.goto('/teacher');
  await page
    .getByRole('button', { name: /Novo curso/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClearOfToasts(page, 'a new course');
});

test('nor over the simulado, the sheets of the header or the menu', async ({ page, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { title: 'Simulado', questions: 3, now: new Date() });
  await signIn(await createPerson());
  await page.goto(`/quizzes/${quiz.id}`);
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  await expect(page.getByRole('dialog').getByText('Enunciado da questão 1.')).toBeVisible();
  await expectClearOfToasts(page, 'the simulado');

  await page.goto('/courses');
  await page.getByRole('button', { name: /Notificações/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toBeVisible();
  await expectClearOfToasts(page, 'the notifications');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClearOfToasts(page, 'the menu of a phone', [390]);
});

test('every text of a message with an undo can be read in both themes', async ({ page, createPerson, signIn }) => {
  const student = await createPerson();
  await signIn(await createPerson({ role: 'admin' }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/admin/users');
    await page.getByRole('tab', { name: /Ativos/ }).click();
    const block = page.getByRole('row').filter({ hasText: student.email }).getByRole('button', { name: 'Bloquear' });
    await block.click();
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await expect(undo).toBeVisible();
    expect(await lowContrast(page), colorScheme).toEqual([]);
    await undo.click();
    await expect(block).toBeVisible();
  }
});
