import { createSubject } from '#server/testing/lessons.ts';
import { xssPayloads } from '#server/testing/xss-payloads.ts';
import { expect, test } from './fixtures.ts';

/** Addresses that the payloads name and a lesson may show: no such host exists, so that the image just stays away. */
const allowedImages = /^https:\/\/exemplo\.invalid\//;

test.use({ expectedFaults: [/exemplo\.invalid/] });

test('every attack that was ever written down is shown and edited without harm', async ({
  page,
  createPerson,
  signIn,
  db,
  server,
}) => {
  const teacher = await createPerson({ role: 'teacher' });
  const subject = await createSubject(db, 'Ataques');
  await signIn(teacher);
  const content = xssPayloads.map((payload) => `<p>Inteiro</p>${payload.replaceAll('\0', '')}`).join('\n');
  const published = await page.request.post('/api/articles', {
    data: { title: '<img src=x onerror=window.__pwned=1>', content, subjectId: subject.id, published: true },
  });
  expect(published.status()).toBe(201);
  const { id } = await published.json();

  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('data:') && !allowedImages.test(url)) elsewhere.push(url);
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`/articles/${id}`);
  await expect(page.getByText('Fim da aula')).toBeAttached();
  await expect(page.getByText('Inteiro').first()).toBeVisible();

  const text = page.locator('.rich-text');
  // Everything that reacts to a person is touched once.
  await text.evaluate((root) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      element.focus();
    }
  });
  for (const href of await text
    .locator('a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))) {
    expect(['http:', 'https:', 'mailto:', 'tel:', ':', ''].includes(href), href).toBe(true);
  }
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
  expect(elsewhere).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(`/articles/${id}`);

  // The page around it is still there, in its place, and can be clicked.
  const covered = await page.evaluate(() => {
    scrollTo(0, 0);
    const box = document.querySelector('header nav a')?.getBoundingClientRect();
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !top?.closest('header');
  });
  expect(covered).toBe(false);
  const outside = await text.evaluate((root) => {
    const bounds = root.getBoundingClientRect();
    return getComputedStyle(root).contain.includes('paint') ? 0 : bounds.width;
  });
  expect(outside).toBe(0);
  await page.getByRole('link', { name: 'Estudar' }).click();
  await expect(page).toHaveURL('/study');
  await expect(page.getByRole('link', { name: /<img src=x/ })).toBeVisible();
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);

  // The editor opens the same text without harm.
  await signIn(await createPerson({ role: 'admin' }));
  await page.goto(`/articles/${id}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByRole('textbox', { name: 'Conteúdo da Aula' })).toContainText('Inteiro');
  expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
});
