import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson, createSubject, enrollStudent } from '#server/testing/study.ts';
import { expect, test } from './fixtures.ts';

const STOPS_MOST = 120;

/** The words of the focused control as a screen reader has them; null on what is no control. */
const focusedName = () => {
  const focused = document.activeElement;
  if (!focused?.matches('a, button, input, select, textarea, summary, [role="button"], [role="radio"]')) return null;
  const byId = (focused.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
  const words = [...byId, ...labels, focused].map((part) => part?.textContent ?? '');
  return [focused.getAttribute('aria-label') ?? '', ...words, focused.getAttribute('title') ?? ''].join(' ').trim();
};

/** Goes from control to control until the target has the focus. Each control on the way has a name. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS_MOST; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusedName), 'the name of the focused control').not.toBe('');
  }
  throw new Error(`${target} was not reached.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a day by keyboard and by names alone: plan, lesson, practice, review, simulado, result', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  test.setTimeout(60_000);
  const teacher = await createPerson({ role: 'teacher' });
  await signIn(teacher);
  const made: { id: number; options: { id: number }[] }[] = [];
  for (const name of ['Primeira?', 'Segunda?', 'Terceira?']) {
    const options = ['errada', 'certa'].map((optionText) => ({
      optionText,
      comment: '',
      isCorrect: optionText === 'certa',
    }));
    const data = { questionText: name, comment: `Comentário de ${name}`, options };
    const reply = await page.request.post('/api/teacher/questions', { data });
    expect(reply.ok(), await reply.text()).toBe(true);
    made.push(await reply.json());
  }
  const person = await createPerson({ firstName: 'Rafaela' });
  const lesson = await createLesson(db, 'Crase sem medo', await createSubject(db, 'Português'));
  const quiz = await createTestQuiz(db, { title: 'Simulado de sábado', questions: 2, now: new Date() });
  await enrollStudent(db, person.id, await createCourse(db, { lessons: [lesson], quizzes: [quiz.id] }));
  await db.insertInto('study_goals').values({ user_id: person.id, weekly_hours: 14 }).execute();
  // Wrong three days ago: due today.
  await sql`INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
    VALUES (${person.id}, ${made[0]?.id}, 'review', 'before', ${made[0]?.options[0]?.id}, false,
      current_date - 3, now() - interval '3 days')`.execute(db);
  await signIn(person);

  await page.goto('/');
  const plan = page.getByRole('region', { name: 'Plano de hoje' });
  await expect(plan.getByRole('link', { name: /^Revisão: \d questões$/ })).toBeVisible();
  await press(page, plan.getByRole('link', { name: 'Crase sem medo' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Crase sem medo' })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Marcar como concluída' }));
  await expect(page.getByRole('status').filter({ hasText: 'Aula concluída' })).toBeVisible();
  await expect(page.getByText(/% lida/)).toHaveCount(0);

  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Questões' }).first());
  // The one that is due stays for the review.
  await press(page, page.getByRole('button', { name: /^Não respondidas/ }));
  await press(page, page.getByRole('button', { name: 'Começar com 2' }));
  for (const next of ['Próxima questão', 'Ver resultado']) {
    await expect(page.getByText('escolhe,')).toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Resposta certa')).toBeVisible();
    await press(page, page.getByRole('button', { name: next }));
  }
  await expect(page.getByText('2 de 2')).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Treinar mais' }));
  await press(page, page.getByRole('link', { name: /^Revisão de hoje/ }));
  await expect(page.getByRole('heading', { name: 'Revisão de hoje' })).toBeVisible();
  const last = page.getByRole('button', { name: 'Terminar revisão' });
  const next = last.or(page.getByRole('button', { name: 'Próxima questão' }));
  for (let isOver = false; !isOver; ) {
    await expect(page.getByText('escolhe,')).toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await expect(next).toBeVisible();
    isOver = await last.isVisible();
    await press(page, next);
  }
  await expect(page.getByRole('heading', { name: 'Revisão de hoje feita' })).toBeVisible();

  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Simulados' }).first());
  await press(page, page.getByRole('link', { name: /Simulado de sábado/ }).first());
  await press(page, page.getByRole('button', { name: 'Iniciar Simulado' }));
  const exam = page.getByRole('dialog');
  await expect(exam.getByText('Enunciado da questão 1.')).toBeVisible();
  await page.keyboard.press('b');
  await expect(exam.getByRole('radio', { name: 'A segunda alternativa.' })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(exam.getByText('Enunciado da questão 2.')).toBeVisible();
  await page.keyboard.press('b');
  await press(page, exam.getByRole('button', { name: 'Finalizar' }));
  await expect(page).toHaveURL(/\/quizzes\/\d+\/attempts\/\d+$/);
  await expect(page.getByText('10/10').first()).toBeVisible();
  await expect(page.getByText('Aprovado').first()).toBeVisible();
});

test.describe('a tablet without a keyboard', () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test('explains no keys, and what is no help for keys keeps its words', async ({ page, createPerson, signIn }) => {
    await signIn(await createPerson({ role: 'teacher' }));
    const options = ['errada', 'certa'].map((optionText) => ({
      optionText,
      comment: '',
      isCorrect: optionText === 'certa',
    }));
    const data = { questionText: 'Sem teclado?', comment: '', options };
    expect((await page.request.post('/api/teacher/questions', { data })).ok()).toBe(true);
    await signIn(await createPerson());
    await page.goto('/practice');
    await page.getByRole('button', { name: /^Começar com/ }).click();
    await expect(page.getByRole('button', { name: 'Responder' })).toBeVisible();
    await expect(page.getByText('escolhe,')).toBeHidden();
    await page
      .getByRole('button', { name: /^Buscar/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
    await expect(page.getByText('em outra aba')).toBeHidden();
    await expect(page.getByText('só comandos')).toBeHidden();
  });
});
