import type { Page } from '@playwright/test';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';
import { withoutData } from './without-data.ts';

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });
const quizDialog = (page: Page) => page.getByRole('dialog');
const option = (page: Page, name: string) => quizDialog(page).getByRole('radio', { name });
/** The server has it, and the page says so. */
const saved = (page: Page) => expect(quizDialog(page).getByText(/Resposta salva às \d\d:\d\d/)).toBeVisible();

const lettersWork = (page: Page) => expect(quizDialog(page).getByText('A a D escolhe')).toBeVisible();

const storedAnswers = (quiz: TestQuiz, db: import('#server/db/handle.ts').Db) =>
  db
    .selectFrom('attempts')
    .innerJoin('attempt_questions', 'attempt_questions.attempt_id', 'attempts.id')
    .select(['attempt_questions.option_id as optionId', 'attempt_questions.flagged'])
    .where('attempts.quiz_id', '=', quiz.id)
    .orderBy('attempt_questions.position')
    .execute();

test('a whole simulado: start, answer, skip, mark, finish, result and review, accessible in both themes', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  const quiz = await createTestQuiz(db, { title: 'Simulado 11: Direito', questions: 3, now: new Date() });
  await signIn(await createPerson());
  await page.goto(`/quizzes/${quiz.id}`);
  await expect(page.getByRole('heading', { name: 'Simulado 11: Direito', level: 1 })).toBeVisible();
  await expect(page.getByText('Uma descrição.')).toBeVisible();
  await expect(page.getByText('70%')).toBeVisible();
  await expect(page.getByText('Nenhuma tentativa ainda.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  const dialog = quizDialog(page);
  await expect(dialog.getByRole('heading', { name: 'Simulado 11: Direito' })).toBeVisible();
  await expect(dialog.getByText('Enunciado da questão 1.')).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^(1:00:00|59:\d\d)$/);
  await expect(dialog.getByRole('button', { name: 'Anterior' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Finalizar' })).toBeDisabled();

  await dialog.getByText('A segunda alternativa.').click();
  await saved(page);
  await dialog.getByText('A terceira alternativa.').click();
  await expect(option(page, 'A terceira alternativa.')).toBeChecked();
  await expect(option(page, 'A segunda alternativa.')).not.toBeChecked();
  await dialog.getByText('A segunda alternativa.').click();
  await expect(dialog.getByRole('button', { name: 'Finalizar' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Pular' }).click();
  await dialog.getByRole('button', { name: 'Marcar para revisão' }).click();
  await expect(dialog.getByRole('button', { name: 'Marcar para revisão' })).toHaveAttribute('aria-pressed', 'true');
  await dialog.getByRole('button', { name: 'Pular' }).click();
  await expect(dialog.getByRole('button', { name: 'Pular' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Questão 1, respondida' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Questão 2, pulada, marcada para revisão' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Questão 3, atual, em branco' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Questão 1, respondida' }).click();
  await dialog.getByRole('button', { name: 'Marcar para revisão' }).click();
  await expect(dialog.getByRole('button', { name: 'Marcar para revisão' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Marcar para revisão' }).click();
  await dialog.getByRole('button', { name: 'Questão 3, pulada' }).click();
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await expect(page.getByText('Faltam 2 questões. Finalizar mesmo assim?')).toBeVisible();
  await expect(page.getByText('1 marcada para revisão: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar respondendo' }).click();
  await dialog.getByText('A primeira alternativa.').click();
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await expect(page.getByText('Falta 1 questão. Finalizar mesmo assim?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click();

  await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 3/10: 1 de 3 acertos.');
  await expect(page).toHaveURL(/\/quizzes\/\d+\/attempts\/\d+$/);
  await expect(page.getByText('3/10 33,3%').first()).toBeVisible();
  await expect(page.getByText('Não aprovado')).toBeVisible();
  await expect(page.getByText('Faltaram 2 acertos para o corte')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Questões comentadas' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Questão 1, certa' }).click();
  await expect(page.getByText('Comentário da questão 1.')).toBeVisible();
  await expect(page.getByText('Alternativa correta · sua resposta')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Percentual de acertos em cada tentativa' })).toContainText('33,3%');
  await page.getByRole('button', { name: /^Erradas/ }).click();
  await expect(page.getByRole('heading', { name: 'Questão 1', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Marcadas 1' }).click();
  await expect(page.getByRole('heading', { name: 'Questão 2' })).toBeVisible();

  await page.getByRole('link', { name: 'Voltar para o simulado' }).click();
  await expect(page.getByRole('button', { name: 'Refazer Simulado' })).toBeVisible();
  await page.getByText('1, a melhor: 3/10, não aprovado').click();
  await expect(page.getByRole('link', { name: /3\/10/ })).toBeVisible();
});

test('keys choose and move, and can be switched off', async ({ page, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { questions: 3, now: new Date() });
  const person = await createPerson();
  await signIn(person);
  await page.goto(`/quiz/${quiz.id}`);
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  await expect(quizDialog(page).getByText('Enunciado da questão 1.')).toBeVisible();
  await lettersWork(page);
  await page.keyboard.press('b');
  await expect(option(page, 'A segunda alternativa.')).toBeChecked();
  await page.keyboard.press('4');
  await expect(option(page, 'A quarta alternativa.')).toBeChecked();
  await page.keyboard.press('f');
  await expect(option(page, 'A quarta alternativa.')).toBeChecked();
  await option(page, 'A quarta alternativa.').focus();
  await page.keyboard.press('ArrowRight');
  await expect(quizDialog(page).getByText('Enunciado da questão 2.')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowLeft');
  await expect(option(page, 'A quarta alternativa.')).toBeChecked();
  await saved(page);
  expect((await storedAnswers(quiz, db)).map(({ optionId }) => optionId)).toEqual([
    quiz.questions[0]?.options[3],
    quiz.questions[1]?.options[0],
    null,
  ]);

  await db.insertInto('preferences').values({ user_id: person.id, shortcuts: false }).execute();
  await withoutData(page);
  let tellPreferences = () => {};
  const preferencesMayCome = new Promise<void>((resolve) => {
    tellPreferences = resolve;
  });
  await page.route('**/api/preferences', async (route) => {
    await preferencesMayCome;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Continuar Simulado' }).click();
  await expect(quizDialog(page).getByText('Enunciado da questão 3.')).toBeVisible();
  // Not before the settings are known, and not after: a letter never answers for who has switched it off.
  await page.keyboard.press('a');
  await expect(quizDialog(page).getByRole('radio', { checked: true })).toHaveCount(0);
  const preferences = page.waitForResponse('**/api/preferences');
  tellPreferences();
  await (await preferences).finished();
  await page.keyboard.press('a');
  await expect(quizDialog(page).getByText('2 de 3')).toBeVisible();
  await expect(quizDialog(page).getByText(/escolhe$/)).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(quizDialog(page).getByText('Enunciado da questão 2.')).toBeVisible();
  expect((await storedAnswers(quiz, db)).at(-1)?.optionId).toBeNull();
});

test('a reload or another device goes on where the student stopped', async ({
  page,
  browser,
  db,
  createPerson,
  signIn,
  baseURL,
}) => {
  const quiz = await createTestQuiz(db, { questions: 3, timeLimit: 30, now: new Date() });
  const person = await createPerson();
  await signIn(person);
  await page.goto(`/quizzes/${quiz.id}`);
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  await quizDialog(page).getByText('A segunda alternativa.').click();
  await saved(page);
  await page.reload();
  await expect(page.getByText('Você tem um simulado em andamento')).toBeVisible();
  await expect(page.getByText('1 questão respondida de 3.')).toBeVisible();

  const [name = '', value = ''] = person.cookie.split('=');
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await elsewhere.addCookies([{ name, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }]);
  const other = await elsewhere.newPage();
  await other.goto('/quizzes');
  await expect(other.getByText('Em andamento')).toBeVisible();
  await other.getByRole('link', { name: /Continuar/ }).click();
  await other.getByRole('button', { name: 'Continuar Simulado' }).click();
  await expect(quizDialog(other).getByText('Enunciado da questão 2.')).toBeVisible();
  await lettersWork(other);
  await other.keyboard.press('c');
  await saved(other);

  await page.getByRole('button', { name: 'Continuar Simulado' }).click();
  await expect(quizDialog(page).getByText('Enunciado da questão 3.')).toBeVisible();
  await quizDialog(page).getByRole('button', { name: 'Questão 2, respondida' }).click();
  await expect(option(page, 'A terceira alternativa.')).toBeChecked();
  await elsewhere.close();
});

test('closing the modal keeps the attempt open', async ({ page, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { questions: 2, timeLimit: null, now: new Date() });
  await signIn(await createPerson());
  await page.goto(`/quizzes/${quiz.id}`);
  await expect(page.getByText('Sem limite')).toBeVisible();
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  await expect(quizDialog(page).getByRole('timer')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sair do simulado' }).click();
  await expect(page.getByRole('button', { name: 'Continuar Simulado' })).toBeFocused();
});

test.describe('a quiz that is not there', () => {
  test.use({ expectedFaults: [/404/] });
  test('says so and leads back', async ({ page, createPerson, signIn }) => {
    await signIn(await createPerson());
    for (const address of ['/quizzes/999999', '/quiz/abc']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Simulado não encontrado' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Voltar para Cursos' })).toHaveAttribute('href', '/courses');
    }
  });
});

test.describe('on a phone', () => {
  test.use(phone);
  test('the modal fills the screen and its buttons stay in reach', async ({ page, db, createPerson, signIn }) => {
    const quiz = await createTestQuiz(db, { questions: 12, now: new Date() });
    await signIn(await createPerson());
    await page.goto(`/quizzes/${quiz.id}`);
    await page.getByRole('button', { name: 'Iniciar Simulado' }).tap();
    const dialog = quizDialog(page);
    await dialog.getByText('A segunda alternativa.').tap();
    await saved(page);
    for (const name of ['Anterior', 'Pular', 'Finalizar']) {
      await expect(dialog.getByRole('button', { name })).toBeInViewport();
    }
    const boxOf = async (name: string) => {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      if (!box) throw new Error(`${name} is not there`);
      return box;
    };
    // 'Pular' under the thumb, what ends the simulado at the other end of the screen.
    expect((await boxOf('Finalizar')).y).toBeLessThan(100);
    expect((await boxOf('Anterior')).y).toBeGreaterThan(700);
    expect((await boxOf('Anterior')).x).toBeLessThan((await boxOf('Pular')).x);
    await dialog.getByRole('button', { name: 'Questão 12, em branco' }).tap();
    await expect(dialog.getByText('Enunciado da questão 12.')).toBeVisible();
    await expectAccessible(page);
    // Large text: each part of the bar and of the question's head has its own place inside the window.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const parts = [
      dialog.getByRole('timer'),
      dialog.getByText(/^Resposta salva/),
      dialog.getByRole('button', { name: 'Finalizar' }),
      dialog.getByText('Questão 12 de 12').first(),
      dialog.getByRole('button', { name: 'Marcar para revisão' }),
    ];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    for (const [place, box] of boxes.entries()) {
      if (!box) throw new Error(`part ${place} is not there`);
      expect.soft(box.x, `left of ${parts[place]}`).toBeGreaterThanOrEqual(0);
      expect.soft(box.x + box.width, `right of ${parts[place]}`).toBeLessThanOrEqual(390);
      const over = boxes
        .slice(0, place)
        .filter(
          (other) =>
            other &&
            other.x < box.x + box.width - 1 &&
            other.x + other.width > box.x + 1 &&
            other.y < box.y + box.height - 1 &&
            other.y + other.height > box.y + 1,
        );
      expect.soft(over, `what ${parts[place]} overlaps`).toEqual([]);
    }
  });
});
