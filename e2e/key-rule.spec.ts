import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, enrollStudent } from '#server/testing/study.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('opening the key puts the certificate off, and every page says so before', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const quiz = await createTestQuiz(db, { title: 'Prova do curso', questions: 1, now: new Date() });
  const person = await createPerson();
  await enrollStudent(db, person.id, await createCourse(db, { quizzes: [quiz.id] }));
  await signIn(person);
  await page.goto(`/quizzes/${quiz.id}`);
  await expect(page.getByText('Este simulado conta para o certificado do curso.')).toBeVisible();
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A primeira alternativa.').click();
  await dialog.getByRole('button', { name: 'Finalizar' }).click();

  await expect(page.getByText('Abrir o gabarito adia o certificado')).toBeVisible();
  await expect(page.getByText('Comentário da questão 1.')).toBeHidden();
  await expect(page.getByText('Sua resposta')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abrir gabarito e comentários' }).click();
  await expect(page.getByText('Comentário da questão 1.')).toBeVisible();
  await expect(
    page.getByText(/vale a aprovação em uma tentativa iniciada a partir de \d\d\/\d\d\/\d{4}/),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Refazer Simulado' }).click();
  await expect(page.getByText('Você viu o gabarito deste simulado há menos de um dia.')).toBeVisible();
  await expectAccessible(page);
});

test('a result waits for the simulado that shares a question with it', async ({ page, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { title: 'Prova da semana', questions: 2, now: new Date() });
  const person = await createPerson();
  await signIn(person);
  for (const url of [`/api/quizzes/${quiz.id}/attempts`, `/api/quizzes/${quiz.id}/start`]) {
    const data = { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 1 };
    expect((await page.request.post(url, { data })).ok()).toBe(true);
  }
  // Reading the list ends the direct one.
  expect((await page.request.get(`/api/quiz-attempts/${quiz.id}`)).ok()).toBe(true);
  await page.goto(`/quizzes/${quiz.id}`);
  await expect(page.getByText('A nota aparece quando você terminar "Prova da semana"')).toHaveCount(1);
  await expectAccessible(page);
});
