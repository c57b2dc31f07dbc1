import { createTestQuiz } from '#server/testing/quizzes.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

const MINUTE = 60_000;

test('a late start names its minutes and asks; after the hand-in the page says when, and keeps saying it', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const about = { title: 'Prova da semana', questions: 2, timeLimit: 20, authorId: teacher.id, now: new Date() };
  const quiz = await createTestQuiz(db, about);
  await signIn(teacher);
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  const window = { opensAt: at(-15), closesAt: at(5), lateStart: 'shortens' };
  const saved = await page.request.put(`/api/teacher/quizzes/${quiz.id}/window`, { data: { version: 0, window } });
  expect(saved.ok(), await saved.text()).toBe(true);

  const student = await createPerson();
  await signIn(student);
  await page.goto(`/quizzes/${quiz.id}`);
  // Near midnight the day stands before the hour.
  await expect(
    page.getByText(/^Começando agora você tem \d min( \d+ s)?, a prova fecha .*às? \d+h\d* para todos\.$/),
  ).toBeVisible();
  const start = page.getByRole('button', { name: 'Iniciar Simulado' });
  await start.click();
  const question = page.getByRole('alertdialog', { name: /^Começar com \d min( \d+ s)?\?$/ });
  await expect(question).toContainText('O tempo inteiro eram 20 min, para 2 questões.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Agora não' }).click();
  const attempts = () => db.selectFrom('attempts').select('id').where('user_id', '=', student.id).execute();
  expect(await attempts()).toEqual([]);

  await start.click();
  await question.getByRole('button', { name: 'Começar agora' }).click();
  const exam = page.getByRole('dialog');
  await expect(exam.getByRole('timer')).toHaveText(/^0?[0-5]:\d\d$/);
  await exam.getByText('A segunda alternativa.').click();
  await exam.getByRole('button', { name: 'Pular' }).click();
  await exam.getByText('A segunda alternativa.').click();
  await exam.getByRole('button', { name: 'Finalizar' }).click();

  const notice = page.getByRole('heading', { name: /^Prova entregue .*às? \d+h\d*\.$/ });
  await expect(notice).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByText(/^Resultado e ranking .*às? \d+h\d*\.$/)).toBeVisible();
  await expect(page.getByText('2 de 2 respondidas.')).toBeVisible();
  for (const denial of [/ainda não fez/, /Nenhuma tentativa/, /quando você finalizar este/])
    await expect(page.getByText(denial)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Simulado$/ })).toHaveCount(0);
});
