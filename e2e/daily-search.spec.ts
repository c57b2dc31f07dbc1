import { expect, expectAccessible, type Person, phone, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';

/** Through the calls of the product, so that the search index is written as it always is. */
async function publish(request: import('@playwright/test').APIRequestContext, teacher: Person, tag: string) {
  const headers = { cookie: teacher.cookie };
  const subject = await (await request.post('/api/subjects', { headers, data: { name: `Português ${tag}` } })).json();
  const lesson = {
    title: `Concordância verbal ${tag}`,
    content: '<p>O verbo concorda com o sujeito em número e pessoa. As exceções são poucas.</p>',
    subjectId: subject.id,
    published: true,
  };
  expect((await request.post('/api/articles', { headers, data: lesson })).ok()).toBe(true);
  const course = { title: `Curso de concordância ${tag}`, description: 'Do zero à prova.', isPublished: true };
  expect((await request.post('/api/courses', { headers, data: course })).ok()).toBe(true);
  const draft = { title: `Concordância em rascunho ${tag}`, isPublished: false };
  expect((await request.post('/api/courses', { headers, data: draft })).ok()).toBe(true);
}

const tagOf = (person: Person) => person.username.slice(-6);

test('the palette finds lessons and courses as one types, by keyboard', async ({
  page,
  request,
  createPerson,
  signIn,
}) => {
  const [teacher, student] = [await createPerson({ role: 'teacher' }), await createPerson()];
  await publish(request, teacher, tagOf(teacher));
  await signIn(student);
  await page.goto('/');
  await untilReady(page);
  const field = page.getByRole('combobox', { name: 'Buscar aulas, cursos e simulados' });
  const opener = page.getByRole('button', { name: 'Buscar ou ir para' });
  await opener.focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  // A place is found without the server; Esc leads back to where one was.
  await expect(page.getByRole('option', { name: 'Certificados' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  // Without accents, in the plural, and with the last letters missing.
  await field.pressSequentially(`concordancias verb ${tagOf(teacher)}`);
  const list = page.getByRole('listbox', { name: 'Resultados' });
  const lesson = list.getByRole('option', { name: /Concordância verbal/ });
  await expect(lesson).toBeVisible();
  await expect(lesson.getByText('Concordância', { exact: true })).toHaveJSProperty('tagName', 'MARK');
  // So low a window that the list has to scroll.
  await page.setViewportSize({ width: 1280, height: 200 });
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });

  await field.fill(`concordância ${tagOf(teacher)}`);
  await expect(list.getByRole('group', { name: 'Cursos' }).getByRole('option')).toHaveCount(1);
  await expect(list.getByText('rascunho')).toHaveCount(0);
  const options = list.getByRole('option');
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  const target = await options.last().getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(target ?? '');
  await expect(list).toHaveCount(0);
});

test('small typing errors, nothing found, operators and very long texts', async ({
  page,
  request,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  await publish(request, teacher, 'errata');
  await signIn(await createPerson());
  await page.goto('/');
  await page.getByRole('button', { name: 'Buscar ou ir para' }).click();
  const field = page.getByRole('combobox', { name: 'Buscar aulas, cursos e simulados' });
  await field.fill('concordansia verbal');
  await expect(page.getByRole('option', { name: /Concordância verbal/ }).first()).toBeVisible();
  await field.fill('xyzxyzxyz');
  await expect(page.getByText('Nada encontrado para “xyzxyzxyz”.')).toBeVisible();
  for (const hostile of [`"concordância' & | ! ( ) :* <->`, `'; DROP TABLE lessons; --`, 'a'.repeat(500)]) {
    await field.fill(hostile);
    await expect(page.getByRole('status').filter({ hasText: /resultado|Nada encontrado/ })).toBeAttached();
  }
  await field.fill('/');
  await expect(field).toHaveValue('/');
});

test.describe('on a phone', () => {
  test.use(phone);
  test('the search fills the screen', async ({ page, request, createPerson, signIn }) => {
    const teacher = await createPerson({ role: 'teacher' });
    await publish(request, teacher, 'telefone');
    await signIn(await createPerson());
    await page.goto('/');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('button', { name: 'Buscar ou ir para' }).click();
    const field = page.getByRole('combobox', { name: 'Buscar aulas, cursos e simulados' });
    await expect(field).toBeFocused();
    await field.fill('concordancia telefone');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('option', { name: /Curso de concordância telefone/ }).click();
    await expect(page).toHaveURL(/\/courses\/\d+$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
