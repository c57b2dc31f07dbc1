import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

// Passkeys belong to a name: on an IP address browsers make none.
test.use({ serverHost: 'localhost' });

const PASSWORD = 'segredo1';

/** A device in software that says yes, as if a finger were on it. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

async function addPasskey(page: Page, name: string) {
  await page.goto('/security');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar chave de acesso' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Chave de acesso adicionada', { exact: true })).toBeVisible();
}

test('a passkey is added, opens the account without a password, gets another name and is removed', async ({
  page,
  context,
  createPerson,
  signIn,
  mailTo,
}) => {
  const person = await createPerson({ password: PASSWORD });
  const { session, authenticatorId } = await plugIn(page);
  await signIn(person);
  await addPasskey(page, 'Celular da Ana');
  await expect(page.getByText('ainda não usada')).toBeVisible();
  await expect(page.getByText('As chaves valem só para localhost')).toBeVisible();
  expect((await mailTo(person.email)).subject).toBe('Uma chave de acesso foi adicionada à sua conta');

  // The list under the username would answer by itself in a device that always says yes.
  await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
  await context.clearCookies();
  const options = '**/api/passkeys/login/options';
  const offered = page.waitForResponse(options);
  await page.goto('/auth');
  await offered;
  // It says yes to what it is asked from now on; a question that it already has would wait for ever.
  await page.route(options, async (route) => {
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Entrar com a digital ou o rosto' }).click();
  await expect(page.getByText('Login realizado com sucesso!', { exact: true })).toBeVisible();

  await page.goto('/security');
  await expect(page.getByText(/Criada em .*, usada/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Opções da chave Celular da Ana' }).click();
  await page.getByRole('menuitem', { name: 'Mudar o nome' }).click();
  await page.getByRole('dialog').getByLabel('Nome').fill('Celular novo');
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Opções da chave Celular novo' }).click();
  await page.getByRole('menuitem', { name: 'Remover' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Chave de acesso removida', { exact: true })).toBeVisible();
  await expect(page.getByText('Celular novo', { exact: true })).toBeHidden();
});

test('the list under the username lets in, too; without a password the page says how to get one', async ({
  page,
  context,
  createPerson,
  signIn,
}) => {
  const person = await createPerson({ password: PASSWORD });
  await plugIn(page);
  await signIn(person);
  await addPasskey(page, 'Notebook');
  await page.getByRole('button', { name: 'Remover senha' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remover a senha?' });
  await expectAccessible(page);
  await question.getByLabel('Senha atual').fill(PASSWORD);
  await question.getByRole('button', { name: 'Remover senha' }).click();
  await expect(page.getByText('Sua conta está sem senha')).toBeVisible();
  await context.clearCookies();
  await page.goto('/auth');
  await expect(page.getByText('Login realizado com sucesso!', { exact: true })).toBeVisible();
});

test('a device that says no leaves the person at the password', async ({ page, createPerson }) => {
  const person = await createPerson({ password: PASSWORD });
  await plugIn(page);
  await page.goto('/auth');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entrar com a digital ou o rosto' }).click();
  await expect(page.getByText('Nenhuma chave de acesso foi usada.')).toBeVisible();
  await page.getByLabel('Usuário').fill(person.username);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Login realizado com sucesso!', { exact: true })).toBeVisible();
});
