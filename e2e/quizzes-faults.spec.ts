import type { Page, Route } from '@playwright/test';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#server/db/handle.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { expect, phone, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });
const saved = (page: Page) => expect(dialog(page).getByText(/Resposta salva às \d\d:\d\d/)).toBeVisible();

const storedOptions = async (db: Db, quiz: TestQuiz) =>
  (
    await db
      .selectFrom('attempts')
      .innerJoin('attempt_questions', 'attempt_questions.attempt_id', 'attempts.id')
      .select('attempt_questions.option_id as optionId')
      .where('attempts.quiz_id', '=', quiz.id)
      .orderBy('attempt_questions.position')
      .execute()
  ).map(({ optionId }) => optionId);

/** Moves the deadline of the open attempt, as if it had begun earlier. */
const endIn = (db: Db, quiz: TestQuiz, seconds: number) =>
  db
    .updateTable('attempts')
    .set({ deadline_at: new Date(Date.now() + seconds * 1000), started_at: new Date(Date.now() - 60_000) })
    .where('quiz_id', '=', quiz.id)
    .where('closed_at', 'is', null)
    .execute();

/**
 * A fault on the answers' way, switched on and off. In place before the page loads: Chromium may let a request pass
 * that follows the wish for an interception at once.
 */
async function answersMeet(page: Page, fault: (route: Route) => Promise<void>) {
  const way = { isBroken: false };
  await page.route('**/api/attempts/*/**', (route) => (way.isBroken ? fault(route) : route.fallback()));
  return way;
}
const noNetwork = (route: Route) => route.abort('internetdisconnected');

async function start(page: Page, quiz: TestQuiz) {
  await page.goto(`/quizzes/${quiz.id}`);
  await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
  await expect(dialog(page).getByText('Enunciado da questão 1.')).toBeVisible();
  // The letters work from here on.
  await expect(dialog(page).getByText('A a D escolhe')).toBeVisible();
}

test.describe('without a network', () => {
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] });

  test('answers wait in the browser, survive a reload, and arrive when the network is back', async ({
    page,
    context,
    db,
    createPerson,
    signIn,
  }) => {
    const quiz = await createTestQuiz(db, { questions: 4, now: new Date() });
    await signIn(await createPerson());
    const way = await answersMeet(page, noNetwork);
    await start(page, quiz);
    await page.keyboard.press('b');
    await saved(page);

    await context.setOffline(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('c');
    await expect(dialog(page).getByText('Sem conexão: 1 resposta guardada neste aparelho')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('d');
    await expect(dialog(page).getByText('Sem conexão: 2 respostas guardadas neste aparelho')).toBeVisible();
    expect(await storedOptions(db, quiz)).toEqual([quiz.questions[0]?.options[1], null, null, null]);
    await context.setOffline(false);
    await saved(page);
    expect(await storedOptions(db, quiz)).toEqual([
      quiz.questions[0]?.options[1],
      quiz.questions[1]?.options[2],
      quiz.questions[2]?.options[3],
      null,
    ]);

    // The tab is closed while offline; the next visit to the page sends what is left, before the quiz is opened.
    way.isBroken = true;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('a');
    await expect(dialog(page).getByText('Sem conexão: 1 resposta guardada neste aparelho')).toBeVisible();
    way.isBroken = false;
    await page.reload();
    await expect(page.getByText('Você tem um simulado em andamento')).toBeVisible();
    await expect.poll(async () => (await storedOptions(db, quiz))[3]).toBe(quiz.questions[3]?.options[0]);
  });

  test('answers of a closed tab go out from whatever page the student opens next', async ({
    page,
    db,
    createPerson,
    signIn,
  }) => {
    const quiz = await createTestQuiz(db, { questions: 2, now: new Date() });
    await signIn(await createPerson());
    const way = await answersMeet(page, noNetwork);
    await start(page, quiz);
    way.isBroken = true;
    await page.keyboard.press('b');
    await expect(dialog(page).getByText('Sem conexão: 1 resposta guardada neste aparelho')).toBeVisible();
    const secondFailure = page.waitForEvent('requestfailed', (request) => request.frame().url().endsWith('/profile'));
    await page.goto('/profile');
    await secondFailure;
    // The student stays where they are; the next try comes by itself.
    way.isBroken = false;
    await expect.poll(async () => (await storedOptions(db, quiz))[0]).toBe(quiz.questions[0]?.options[1]);
    const left = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('keyval-store');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('keyval').objectStore('keyval').count();
              counting.onsuccess = () => resolve(counting.result);
            };
          }),
      );
    await expect.poll(left).toBe(0);
  });

  test.describe('on a phone', () => {
    test.use(phone);
    test('the options stay under the finger, and an end that was chosen is sent when the network is back', async ({
      page,
      db,
      createPerson,
      signIn,
    }) => {
      const quiz = await createTestQuiz(db, { questions: 2, now: new Date() });
      await signIn(await createPerson());
      const way = await answersMeet(page, noNetwork);
      await page.goto(`/quizzes/${quiz.id}`);
      await page.getByRole('button', { name: 'Iniciar Simulado' }).tap();
      const option = dialog(page).getByText('A segunda alternativa.');
      const top = async () => (await option.boundingBox())?.y;
      await expect(option).toBeVisible();
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        way.isBroken = false;
        await dialog(page).getByText('A primeira alternativa.').tap();
        await saved(page);
        const before = await top();
        way.isBroken = true;
        await option.tap();
        await expect(dialog(page).getByText('Sem conexão: 1 resposta guardada neste aparelho')).toBeVisible();
        expect(await top()).toBe(before);
      }
      await dialog(page).getByRole('button', { name: 'Finalizar' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).tap();
      await expect(dialog(page).getByText('Seu simulado ainda não foi enviado')).toBeInViewport();
      await page.getByRole('button', { name: 'Sair do simulado' }).tap();
      await expect(page.locator('#main').getByText('Seu simulado ainda não foi enviado')).toBeVisible();
      // Nor does a reload take the end back.
      await page.reload();
      await expect(page.locator('#main').getByText('Seu simulado ainda não foi enviado')).toBeVisible();
      way.isBroken = false;
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 5/10: 1 de 2 acertos.');
    });
  });

  test('at the end of the time nothing is lost that was saved, and the result comes with the network', async ({
    page,
    context,
    db,
    createPerson,
    signIn,
  }) => {
    const quiz = await createTestQuiz(db, { questions: 2, now: new Date() });
    await signIn(await createPerson());
    await start(page, quiz);
    await page.keyboard.press('b');
    await saved(page);
    await page.getByRole('button', { name: 'Sair do simulado' }).click();
    await endIn(db, quiz, 6);
    await page.getByRole('button', { name: 'Continuar Simulado' }).click();
    await expect(dialog(page).getByRole('timer')).toHaveText(/00:0\d/);
    await expect(dialog(page).getByRole('timer')).toHaveAttribute('data-low', 'true');
    await context.setOffline(true);
    await expect(dialog(page).getByText('O tempo acabou')).toBeVisible({ timeout: 15_000 });
    await context.setOffline(false);
    await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 5/10: 1 de 2 acertos.', { timeout: 15_000 });
    await expect(page.getByText('O tempo acabou e o simulado foi encerrado')).toBeVisible();
  });
});

test('at zero the quiz is submitted without a question', async ({ page, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { questions: 3, now: new Date() });
  await signIn(await createPerson());
  await start(page, quiz);
  await page.keyboard.press('b');
  await saved(page);
  await page.getByRole('button', { name: 'Sair do simulado' }).click();
  await endIn(db, quiz, 4);
  await page.getByRole('button', { name: 'Continuar Simulado' }).click();
  await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 3/10: 1 de 3 acertos.', { timeout: 15_000 });
  await expect(page).toHaveURL(/\/attempts\/\d+$/);
});

test('a clock that is wrong by a day changes nothing', async ({ page, db, createPerson, signIn }) => {
  await page.clock.install({ time: new Date(Date.now() + 24 * 60 * 60_000) });
  await page.clock.resume();
  const quiz = await createTestQuiz(db, { questions: 2, timeLimit: 30, now: new Date() });
  await signIn(await createPerson());
  await start(page, quiz);
  await expect(dialog(page).getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/);
  await page.keyboard.press('b');
  await saved(page);
  expect(await storedOptions(db, quiz)).toEqual([quiz.questions[0]?.options[1], null]);
});

test('finished in another tab, the first one shows the result', async ({ page, context, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { questions: 2, now: new Date() });
  await signIn(await createPerson());
  await start(page, quiz);
  await page.keyboard.press('b');
  await saved(page);
  const other = await context.newPage();
  await other.goto(`/quizzes/${quiz.id}`);
  await other.getByRole('button', { name: 'Continuar Simulado' }).click();
  await dialog(other).getByRole('button', { name: 'Finalizar' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click();
  await expect(toastOf(other, 'Simulado concluído!')).toBeVisible();
  await page.bringToFront();
  await page.keyboard.press('c');
  await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 5/10: 1 de 2 acertos.');
  await expect(page).toHaveURL(/\/attempts\/\d+$/);
});

test('answers of another tab are shown in this one at once', async ({ page, context, db, createPerson, signIn }) => {
  const quiz = await createTestQuiz(db, { questions: 2, now: new Date() });
  await signIn(await createPerson());
  await start(page, quiz);
  const other = await context.newPage();
  await other.goto(`/quizzes/${quiz.id}`);
  await other.getByRole('button', { name: 'Continuar Simulado' }).click();
  await dialog(other).getByText('A segunda alternativa.').click();
  await expect(dialog(page).getByRole('radio', { name: 'A segunda alternativa.' })).toBeChecked();
  await dialog(page).getByText('A terceira alternativa.').click();
  await expect(dialog(other).getByRole('radio', { name: 'A terceira alternativa.' })).toBeChecked();
  await expect.poll(async () => (await storedOptions(db, quiz))[0]).toBe(quiz.questions[0]?.options[2]);
  await expect(toastOf(other, 'Respondida em outro lugar')).toHaveCount(0);
});

const OUR_OWN = 'e2e';

/** Closes the worker's database and ends the server's connections, as a restart of PostgreSQL does; or opens it. */
async function setDatabase(connectionString: string, isOpen: boolean) {
  const address = new URL(connectionString);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${admin.escapeIdentifier(name)} WITH ALLOW_CONNECTIONS ${isOpen}`);
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name <> $2';
  if (!isOpen) await admin.query(end, [name, OUR_OWN]);
  await admin.end();
}

test.describe('a database that goes away', () => {
  test.use({ expectedFaults: [/^console: .* 50[03]|^server: /] });
  test('keeps answers waiting in the browser until it is back', async ({ page, server, db, createPerson, signIn }) => {
    const quiz = await createTestQuiz(db, { questions: 3, now: new Date() });
    await signIn(await createPerson());
    await start(page, quiz);
    await page.keyboard.press('b');
    await saved(page);
    const name = sql`SELECT set_config('application_name', ${OUR_OWN}, false)`;
    await Promise.all([1, 2].map(() => db.connection().execute((connection) => name.execute(connection))));
    let refused = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/answers') && response.status() === 503) refused += 1;
    });
    await setDatabase(server.connection.connectionString, false);
    try {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('c');
      await expect(dialog(page).getByText('Sem conexão: 1 resposta guardada neste aparelho')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('d');
      await expect(dialog(page).getByText('Sem conexão: 2 respostas guardadas neste aparelho')).toBeVisible();
      // It tries again by itself, and the outage outlasts more than one try.
      await expect.poll(() => refused).toBeGreaterThan(1);
    } finally {
      await setDatabase(server.connection.connectionString, true);
    }
    await saved(page);
    expect(await storedOptions(db, quiz)).toEqual([
      quiz.questions[0]?.options[1],
      quiz.questions[1]?.options[2],
      quiz.questions[2]?.options[3],
    ]);
    await dialog(page).getByRole('button', { name: 'Finalizar' }).click();
    await expect(toastOf(page, 'Simulado concluído!')).toContainText('Nota 3/10: 1 de 3 acertos.');
  });
});
