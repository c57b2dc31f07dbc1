import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const PASSWORD = 'alvorada-123';

async function logIn(page: Page, username: string) {
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

const openCourses = (page: Page) => page.goto('/courses?de=painel');
const searchCourses = (page: Page) => page.getByRole('searchbox', { name: /curso/i }).first().fill('prova');

test('a person whose session ended sees why, and continues at the same page after the login', async ({
  page,
  context,
  createPerson,
  signIn,
}) => {
  const person = await createPerson({ password: PASSWORD });
  await signIn(person);
  await openCourses(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies();
  await searchCourses(page);
  await expect(page.getByText('Não autorizado')).toBeVisible();
  await page.waitForURL('**/auth');
  await expect(page.getByText('Sua sessão terminou')).toBeVisible();
  await logIn(page, person.username);
  // With what was searched, too.
  await page.waitForURL('**/courses?de=painel&*prova');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Told once: the next visit begins at home.
  await page.goto('/auth');
  await page.waitForURL((url) => url.pathname === '/');
});

test('a second tab notices that the first one has logged out', async ({ page, context, createPerson, signIn }) => {
  const person = await createPerson({ password: PASSWORD });
  await signIn(person);
  const second = await context.newPage();
  await openCourses(second);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  // Found from landmark to landmark.
  await page.getByRole('banner').getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/auth');
  await expect(page.getByText('Você precisa entrar de novo')).toBeHidden();
  await searchCourses(second);
  await second.waitForURL('**/auth');
  await expect(second.getByText('Sua conta saiu em outra aba')).toBeVisible();
});

test('a browser without storage logs in, works and logs out', async ({ page, createPerson }) => {
  const person = await createPerson({ password: PASSWORD });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/auth');
  await logIn(page, person.username);
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Escuro' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/auth');
});
