import type { Locator, Page } from '@playwright/test';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { createTheme, deliverEssay, espelho } from './essay-seeds.ts';
import { markedEssays } from './essay-texts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** The keyboard of a person: counts presses, and typed words do not count. */
function keyboardOf(page: Page) {
  let presses = 0;
  return {
    presses: () => presses,
    press: async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    },
    type: (words: string) => page.keyboard.insertText(words),
  };
}

const hasFocus = (target: Locator) => target.evaluate((node) => node === document.activeElement);

/** Moves on by Tab until the control of this name has the focus. */
async function tabTo(page: Page, target: Locator, most = 60) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${target}.`);
}

/** A pointer that is used fails the test. */
async function forbidPointer(page: Page) {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('A pointer was used.'), { capture: true });
  });
}

const points = ['4,5', '3,5', '4', '2,5', '2'];
const MOST_PRESSES = 60;

test('a teacher grades five essays with twelve marks each by keyboard, in sixty presses, and the next text is there at once', async ({
  page,
  db,
  createPerson,
  signIn,
}) => {
  test.setTimeout(120_000);
  await forbidPointer(page);
  const teacher = await createPerson({ role: 'teacher' });
  const theme = await createTheme(db, teacher.id);
  const ids: number[] = [];
  for (const [index, { text }] of markedEssays.entries()) {
    expect(essayLines(text, 68)).toHaveLength(30);
    const { id: studentId } = await createPerson();
    ids.push(await deliverEssay(db, { studentId, theme, text, hours: index + 1 }));
  }
  await signIn(teacher);
  await page.goto('/teacher/essays');
  await tabTo(page, page.getByRole('link', { name: 'Corrigir a próxima' }));
  await page.keyboard.press('Enter');

  /** While the next text comes, only what saves and returns this essay reaches the server. */
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.route('**/*', async (route) => {
    const isReturn = /\/(correction|return)$/.test(new URL(route.request().url()).pathname);
    if (isHeld && !isReturn) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  for (const [index, { text, passages }] of markedEssays.entries()) {
    const id = ids[index];
    const keys = keyboardOf(page);
    const field = page.getByPlaceholder('Marcar um trecho pelas palavras');
    await expect(page.getByRole('dialog', { name: `Redação Nº ${id}` })).toContainText(text.slice(0, 40));
    await expect(field).toBeEnabled();
    for (const [at, passage] of passages.entries()) {
      await keys.press('/');
      await expect(field).toBeFocused();
      await keys.type(passage);
      await keys.press('Enter');
      await expect(page.getByLabel('Comentário', { exact: true })).toBeFocused();
      await keys.type(`Comentário ${at + 1} sobre “${passage}”.`);
      await keys.press('Enter');
      await expect(page.locator('[data-sheet]')).toBeFocused();
    }
    await keys.press('2');
    await keys.press('Escape');
    await keys.press('1');
    for (const [at, { key }] of espelho.criteria.entries()) {
      await expect(page.locator(`[data-points="${key}"]`)).toBeFocused();
      await keys.type(points[at] ?? '0');
      await keys.press('Enter');
    }
    // The next essay is preloaded while this one is graded.
    const next = ids[index + 1];
    if (index === 0) await expectAccessible(page);
    isHeld = true;
    await keys.press('Control+Enter');
    if (next === undefined) {
      isHeld = false;
      await page.waitForURL('/teacher/essays');
    } else {
      const following = page.getByRole('dialog', { name: `Redação Nº ${next}` });
      await expect(following).toContainText(markedEssays[index + 1]?.text.slice(0, 40) ?? '?');
      isHeld = false;
    }
    for (const release of held.splice(0)) release();
    expect(keys.presses()).toBeLessThanOrEqual(MOST_PRESSES);
  }

  const stored = await db
    .selectFrom('essay_corrections')
    .select(['essay_id as id', 'content', 'score'])
    .orderBy('essay_id')
    .execute();
  expect(stored.map(({ id, score }) => [id, Number(score)])).toEqual(ids.map((id) => [id, 16.5]));
  for (const [index, { content }] of stored.entries()) {
    const { marks } = content as { marks: { start: number; end: number; criterionKey: string }[] };
    const { text, passages } = markedEssays[index] ?? { text: '', passages: [] };
    expect(marks.map(({ start, end }) => text.slice(start, end).toLowerCase())).toEqual(
      passages.map((passage) => passage.toLowerCase()),
    );
    expect(marks.at(-1)?.criterionKey).toBe(espelho.criteria[1]?.key);
  }
});

test('a student opens a theme, writes, delivers and reads the correction by keyboard and by the names of controls', async ({
  page,
  db,
  server,
  createPerson,
  signIn,
}) => {
  await forbidPointer(page);
  const teacher = await createPerson({ role: 'teacher' });
  const student = await createPerson({ firstName: 'Rafaela' });
  const { title } = await createTheme(db, teacher.id, 'Golpes pela internet');
  const [, { text } = { text: '' }] = markedEssays;

  await signIn(student);
  await page.goto('/essays');
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await press(page.getByRole('link', { name: new RegExp(title) }));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await press(page.getByRole('button', { name: 'Escrever aqui' }));
  const sheet = page.getByRole('textbox', { name: 'Texto da redação' });
  await expect(sheet).toBeFocused();
  await page.keyboard.insertText(text);
  await expect(page.getByText('30 de 30 linhas')).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Entregar' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Entregar' }));
  await expect(page.getByText('Em correção', { exact: true })).toBeVisible();
  const id = Number(page.url().split('/').at(-1));

  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/teacher/essays/${id}/${path}`, {
      method,
      headers: { cookie: teacher.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const { revision, correction } = await send('POST', 'lease', {});
  const mark = { id: 'a', start: 0, end: 12, criterionKey: null, comment: 'Boa abertura.', points: 0, isPraise: true };
  const given = Object.fromEntries(espelho.criteria.map(({ key }) => [key, 2]));
  await send('POST', 'return', { correction: { ...correction, marks: [mark], points: given }, revision });

  await page.goto('/');
  await page.goto('/essays');
  await press(page.getByRole('link', { name: new RegExp(`${title}.*Nota 10`) }));
  await press(page.getByRole('link', { name: /Ver a correção da versão 1, nota 10/ }));
  await press(page.getByRole('link', { name: 'Marca 1: Boa abertura.' }));
  await expect(page.getByRole('listitem').filter({ hasText: 'Boa abertura.' }).last()).toBeVisible();
  for (const { name } of espelho.criteria) await expect(page.getByText(name).first()).toBeVisible();
  await expectAccessible(page);
});
