import { codeAt } from '#server/testing/authenticator.ts';
import { expect, expectAccessible, phone, test } from './fixtures.ts';

test.use({ viewport: { width: 1280, height: 900 } });

test('the second factor is turned on, and the login asks for it', async ({ page, context, createPerson, signIn }) => {
  const person = await createPerson({ password: 'segredo1' });
  await signIn(person);
  await page.goto('/');
  await page.getByRole('button', { name: /^Menu de / }).click();
  await page.getByRole('menuitem', { name: 'Minha conta' }).click();
  await page.getByRole('link', { name: 'Segurança' }).click();
  await expect(page.getByRole('heading', { name: 'Segurança', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Ligar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ligar o segundo fator' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Código de verificação').fill('000000');
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  await expect(dialog.getByText('Código incorreto ou já usado.')).toBeVisible();
  await dialog.getByLabel('Código de verificação').fill(codeAt(secret, new Date()));
  await dialog.getByRole('button', { name: 'Ligar' }).click();
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Guardei os códigos' }).click();
  await expect(page.getByText('Restam 10 códigos.')).toBeVisible();
  await page.setViewportSize(phone.viewport);
  await expectAccessible(page);

  await context.clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Usuário').fill(person.username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByLabel('Código de verificação')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Código de verificação').fill('000000');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Código incorreto ou já usado.')).toBeVisible();
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação').fill(recoveryCode);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Login realizado com sucesso!').first()).toBeVisible();
  await page.goto('/security');
  await expect(page.getByText('Restam 9 códigos.')).toBeVisible();
});

test('an old session is asked who it is before a role changes, and the change goes on', async ({
  page,
  createPerson,
  signIn,
}) => {
  const teacher = await createPerson({ role: 'teacher', firstName: 'Téo' });
  const hourAgo = new Date(Date.now() - 60 * 60_000);
  await signIn(await createPerson({ role: 'admin', password: 'segredo1', now: hourAgo }));
  await page.goto('/admin/users?situacao=active');
  const row = page.getByRole('table', { name: 'Ativos' }).getByRole('row').filter({ hasText: teacher.email });
  const askForRole = async () => {
    await row.getByRole('button', { name: /Mais ações/ }).click();
    await page.getByRole('menuitem', { name: 'Tornar administrador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Tornar administrador' }).click();
  };
  await askForRole();
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  await dialog.getByLabel('Sua senha').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByText('Nada foi mudado').first()).toBeVisible();
  await askForRole();
  await dialog.getByLabel('Sua senha').fill('segredo1');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Papel atualizado').first()).toBeVisible();
  await expect(row.getByText('Administrador')).toBeVisible();
});
