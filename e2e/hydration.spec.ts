import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { expect, test } from './fixtures.ts';
import { compose, holdApp, isMarked, markNode, textOf, typeThrough, untilReady } from './while-hydrating.ts';

test('who types, is filled in by a password manager and presses Enter before the app is there is logged in', async ({
  page,
  createPerson,
}) => {
  const person = await createPerson({ password: 'segredo1' });
  const release = await holdApp(page, '/auth', 'name="password"');
  await page.getByLabel('Usuário').pressSequentially(person.username);
  const password = page.getByLabel('Senha', { exact: true });
  // A password manager sets the value; no key is pressed.
  await password.evaluate((field: HTMLInputElement, value) => {
    field.value = value;
  }, 'segredo1');
  await password.press('Enter');
  release();
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
});

test('what is typed while the app hydrates is whole, in every kind of field', async ({
  page,
  createPerson,
  signIn,
}) => {
  // Five screens, each opened once.
  test.slow();
  await signIn(await createPerson({ role: 'admin' }));
  const fields = [
    ['/admin/settings', 'E-mail de suporte', `${textOf(50)}@escola.br`],
    ['/admin/settings', 'Nome da escola', textOf(60)],
    ['/admin/landing', 'Título', textOf(60)],
    ['/admin/landing', 'Parcelas no cartão', textOf(12, '123456789')],
    ['/admin/announcements', 'Mensagem', textOf(60)],
  ] as const;
  for (const [path, label, text] of fields) {
    const release = await holdApp(page, path, `>${label}<`);
    const field = page.getByLabel(label, { exact: true }).first();
    await field.evaluate((node) => node.closest('details')?.setAttribute('open', ''));
    await markNode(field);
    await typeThrough(page, field, text, release, 15);
    await expect(field).toHaveValue(text);
    expect(await isMarked(field)).toBe(true);
    // A render of everything else: the state knows the text as well.
    await page.getByRole('button', { name: 'Buscar ou ir para' }).first().click();
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue(text);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a text that is selected before hydration is replaced by what is typed after it, in every kind of field', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'admin' }));
  const fields = [
    ['/admin/settings', 'E-mail de suporte', 'ajuda@escola.br'],
    ['/admin/landing', 'Título', 'O farol'],
  ] as const;
  for (const [path, label, text] of fields) {
    const release = await holdApp(page, path, `>${label}<`);
    const field = page.getByLabel(label, { exact: true }).first();
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    release();
    await untilReady(page);
    await page.keyboard.insertText(text);
    await expect(field).toHaveValue(text);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a composition and a choice in a list go on through hydration', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'admin' }));
  const release = await holdApp(page, '/admin/announcements', '>Mensagem<');
  const [message, kind] = [page.getByLabel('Mensagem'), page.getByLabel('Para quem')];
  await kind.selectOption({ index: 1 });
  const chosen = await kind.inputValue();
  await message.focus();
  const cdp = await page.context().newCDPSession(page);
  await compose(cdp, 'atenção', async () => {
    release();
    await untilReady(page);
  });
  await page.keyboard.type(' à aula');
  await expect(message).toHaveValue('atenção à aula');
  await expect(kind).toHaveValue(chosen);
});

test('text that is selected, a table that is scrolled and a fold that is open stay through hydration', async ({
  page,
  createPerson,
  signIn,
  db,
}) => {
  const subject = await createSubject(db, 'Hidratação');
  const wide = `<table><tbody><tr>${'<td>coluna-que-nao-quebra-nunca</td>'.repeat(12)}</tr></tbody></table>`;
  const parts = ['Um', 'Dois', 'Três'].map((title) => `<h2>${title}</h2><p>Texto da parte ${title}.</p>`).join('');
  const { id } = await createLesson(db, { subjectId: subject.id, title: 'Lida cedo', content: parts + wide });
  await signIn(await createPerson());
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdApp(page, `/articles/${id}`, 'table-scroll');
  const [text, table] = [page.getByText('Texto da parte Dois.'), page.getByRole('region', { name: 'Tabela 1' })];
  await page.locator('summary').first().click();
  await text.selectText();
  await table.evaluate((node) => {
    node.scrollLeft = 120;
  });
  await markNode(text);
  release();
  await untilReady(page);
  // Tools of the reader come behind the text.
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Texto da parte Dois.');
  expect(await table.evaluate((node) => node.scrollLeft)).toBe(120);
  expect(await isMarked(text)).toBe(true);
  await expect(page.locator('details').first()).toHaveAttribute('open', '');
});

test('a page whose address changes while the app hydrates shows the new page, and React finds no mismatch', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  // React listens on the root in the call that begins the hydration: this is the last moment before it.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof listen>) {
      if (this instanceof Element && this.id === 'root' && location.pathname === '/teacher/doubts')
        history.pushState(null, '', '/teacher/reports');
      return listen.apply(this, given);
    };
  });
  await page.goto('/teacher/doubts');
  await untilReady(page);
  await expect(page).toHaveURL('/teacher/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeVisible();
});

test('a button of the document that is held down while the app hydrates is pressed when it is let go, on a wide screen', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson({ role: 'teacher' }));
  const options = ['errada', 'certa'].map((optionText) => ({
    optionText,
    comment: '',
    isCorrect: optionText === 'certa',
  }));
  const data = { questionText: 'Apertada cedo?', comment: '', options };
  expect((await page.request.post('/api/teacher/questions', { data })).ok()).toBe(true);
  await signIn(await createPerson());
  await page.setViewportSize({ width: 1180, height: 820 });
  const release = await holdApp(page, '/practice', 'Começar com');
  await page.getByRole('button', { name: /^Começar com/ }).hover();
  await page.mouse.down();
  release();
  await untilReady(page);
  await page.waitForLoadState('networkidle');
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Responder' })).toBeVisible();
});
