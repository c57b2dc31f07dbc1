import type { BrowserContext, Locator, Page } from '@playwright/test';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { expect, phone, test } from './fixtures.ts';
import { untilReady } from './while-hydrating.ts';
import { withoutData } from './without-data.ts';

/** What the browser says of files that do not come, and React of what it caught. */
const lost = /Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|PartError|A part could not be loaded/;
test.use({ expectedFaults: [lost] });

const failure = (page: Page) =>
  page.getByRole('alert').or(page.getByRole('dialog')).filter({ hasText: 'Esta parte não abriu' });
const retry = (page: Page) => failure(page).getByRole('button', { name: 'Tentar de novo' });

/** Counts documents: a page that reloads itself shows here and nowhere else. */
function countDocuments(page: Page) {
  const seen = { documents: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.documents += 1;
  });
  return seen;
}

/** In place before the page loads; `way.isLost` decides. */
async function filesMeet(context: BrowserContext, files: RegExp, status: number | null = null) {
  const way = { isLost: true };
  await context.route(files, (route) => {
    if (!way.isLost) return route.fallback();
    return status === null ? route.abort('internetdisconnected') : route.fulfill({ status, body: '' });
  });
  return way;
}

/** A deploy took the files of the page that is open: also the one it began with. */
async function deploy(context: BrowserContext, files: RegExp) {
  await context.route(/\/assets\/index-.*\.js/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  return filesMeet(context, files, 404);
}

type Opened = (page: Page) => Locator;
type Part = { name: string; files: RegExp; open: (page: Page) => Promise<unknown>; opened: Opened; role?: 'teacher' };

const onPhones: Part[] = [
  {
    name: 'the menu',
    files: /\/assets\/mobile-menu-/,
    open: (page) => page.getByRole('button', { name: 'Abrir menu' }).click(),
    opened: (page) => page.getByRole('dialog').getByRole('link', { name: 'Plano de hoje' }),
  },
  {
    name: "the bell's list",
    files: /\/assets\/notification-panel-/,
    open: (page) => page.getByRole('button', { name: 'Notificações' }).click(),
    opened: (page) => page.getByRole('dialog', { name: 'Notificações' }),
  },
  {
    name: 'the palette',
    files: /\/assets\/palette-/,
    open: (page) => page.keyboard.press('Control+k'),
    opened: (page) => page.getByRole('dialog', { name: 'Buscar ou ir para' }),
  },
  {
    name: 'a dialog',
    files: /\/assets\/new-course-dialog-/,
    open: (page) => page.getByRole('button', { name: 'Novo Curso' }).click(),
    opened: (page) => page.getByRole('dialog').getByLabel('Título'),
    role: 'teacher',
  },
];

test.describe('on a phone', () => {
  test.use(phone);
  for (const { name, files, open, opened, role } of onPhones) {
    test(`${name} that does not come says so in place, and comes when asked again`, async ({
      page,
      context,
      createPerson,
      signIn,
    }) => {
      const way = await filesMeet(context, files);
      const seen = countDocuments(page);
      await signIn(await createPerson(role ? { role } : {}));
      await page.goto('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilReady(page);
      await open(page);
      await expect(failure(page)).toBeVisible();
      await retry(page).click();
      await expect(failure(page)).toBeVisible();
      way.isLost = false;
      await retry(page).click();
      await expect(opened(page)).toBeVisible();
      await expect(failure(page)).toBeHidden();
      expect(seen.documents).toBe(1);
    });
  }
});

test('offline, pointing at links and opening screens leaves nothing, and what was typed stays', async ({
  page,
  context,
  createPerson,
  signIn,
}) => {
  const seen = countDocuments(page);
  await signIn(await createPerson());
  await page.goto('/settings?mudar=senha');
  const field = page.getByLabel('Senha atual');
  await field.fill('digitada');
  await context.setOffline(true);
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  for (const link of ['Dashboard', 'Estudar']) await navigation.getByRole('link', { name: link }).hover();
  await expect(field).toHaveValue('digitada');
  await navigation.getByRole('link', { name: 'Estudar' }).click();
  await expect(failure(page)).toBeVisible();
  await expect(failure(page)).toContainText('Você está sem internet');
  await context.setOffline(false);
  await retry(page).click();
  await expect(page.getByRole('heading', { name: 'Central de Estudos' })).toBeVisible();
  expect(seen.documents).toBe(1);
});

test('the style of a screen is asked for again, too', async ({ page, context, createPerson, signIn }) => {
  const way = await filesMeet(context, /\/assets\/review-screen-.*\.css/);
  await signIn(await createPerson());
  await page.goto('/quizzes/1/attempts/1');
  // Other parts that load at the same moment wait for the style, too, and may say the same.
  const screen = failure(page).last();
  await expect(screen).toBeVisible();
  way.isLost = false;
  const style = page.waitForResponse((response) => /review-screen-.*\.css/.test(response.url()) && response.ok());
  await screen.getByRole('button', { name: 'Tentar de novo' }).click();
  await style;
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Esta parte não abriu');
});

test.describe('after a deploy', () => {
  test('an old page reloads once, then says what is missing', async ({ page, context, createPerson, signIn }) => {
    const seen = countDocuments(page);
    await signIn(await createPerson());
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const way = await deploy(context, /\/assets\/study-hub-/);
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Estudar' }).click();
    await expect(failure(page)).toBeVisible();
    await expect(page.getByText('Há uma versão nova')).toBeVisible();
    expect(seen.documents).toBe(2);
    await retry(page).click();
    await expect(failure(page)).toBeVisible();
    expect(seen.documents).toBe(2);
    // The new files are there: the person's own click brings them.
    way.isLost = false;
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(page.getByRole('heading', { name: 'Central de Estudos' })).toBeVisible();
    expect(seen.documents).toBe(3);
  });

  test('nothing reloads over what was typed', async ({ page, context, createPerson, signIn }) => {
    const seen = countDocuments(page);
    await signIn(await createPerson());
    await page.goto('/settings?mudar=senha');
    const field = page.getByLabel('Senha atual');
    await field.fill('digitada');
    await deploy(context, /\/assets\/(mobile-menu|user-menu|palette|notification-panel)-/);
    await page.getByRole('button', { name: 'Notificações' }).click();
    await expect(failure(page)).toBeVisible();
    await failure(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByText('Há uma versão nova')).toBeVisible();
    await expect(field).toHaveValue('digitada');
    expect(seen.documents).toBe(1);
  });

  test('a simulado whose files are gone says so and does not begin, and no clock runs', async ({
    page,
    context,
    db,
    createPerson,
    signIn,
  }) => {
    const quiz = await createTestQuiz(db, { questions: 2 });
    await deploy(context, /\/assets\/attempt-dialog-/);
    const student = await createPerson();
    await signIn(student);
    await page.goto(`/quizzes/${quiz.id}`);
    await page.getByRole('button', { name: 'Iniciar Simulado' }).click();
    await expect(page.getByText('Erro ao iniciar simulado')).toBeVisible();
    const begun = await db.selectFrom('attempts').select('id').where('user_id', '=', student.id).execute();
    expect(begun).toEqual([]);
  });
});

test.describe('an error while a screen renders', () => {
  test.use({ expectedFaults: [/Invalid time value|The above error occurred|no title/] });

  test('leaves the rest of the page, and the operator hears of it without what it held', async ({
    page,
    createPerson,
    signIn,
  }) => {
    await signIn(await createPerson());
    let isBroken = true;
    await withoutData(page);
    await page.route('**/api/certificates', (route) =>
      isBroken
        ? route.fulfill({ json: [{ code: 'ABCD', courseTitle: 'Segredo', completedAt: 'nunca' }] })
        : route.fulfill({ json: [] }),
    );
    const reported = page.waitForRequest('**/api/browser-faults');
    await page.goto('/certificates?de=ana%40exemplo.com#topo');
    await expect(failure(page)).toBeVisible();
    const report = await reported;
    expect(report.postDataJSON()).toMatchObject({
      kind: 'render',
      name: 'RangeError',
      message: 'Invalid time value',
      path: '/certificates',
    });
    expect(report.postData()).not.toMatch(/Segredo|ana|topo|127\.0\.0\.1/);
    expect((await report.response())?.status()).toBe(200);
    isBroken = false;
    await retry(page).click();
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Estudar' }).click();
    await expect(page.getByRole('heading', { name: 'Central de Estudos' })).toBeVisible();
  });

  test('even where nothing is left a way on is shown', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'title', {
        set() {
          throw new Error('no title');
        },
      });
    });
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'A plataforma teve um problema' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recarregar a página' })).toBeVisible();
  });
});
