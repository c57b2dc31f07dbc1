import { expect, expectAccessible, moving, phone, test } from './fixtures.ts';

test.use(moving);

let serial = 0;
const newName = () => {
  serial += 1;
  return `pessoa.${Date.now().toString(36)}.${serial}`;
};

const toastOf = (page: import('@playwright/test').Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

async function fillRegistration(page: import('@playwright/test').Page, username: string) {
  await page.getByLabel('Nome', { exact: true }).fill('Joana');
  await page.getByLabel('Sobrenome').fill('Prado');
  await page.getByLabel('E-mail').fill(`${username}@exemplo.com.br`);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByLabel('Confirmar senha').fill('segredo1');
}

test('a student registers and is led to the payment', async ({ page }) => {
  const username = newName();
  await page.goto('/register');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // On a desk; its phone width is part of all-screens.spec.ts.
  await expectAccessible(page);
  await fillRegistration(page, username);
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(toastOf(page, 'Cadastro realizado!')).toContainText('Redirecionando para o pagamento...');
  await expect(page).toHaveURL('/payment');
  const stored = await page.evaluate(() => [localStorage.getItem('paymentEmail'), localStorage.getItem('paymentCode')]);
  expect(stored[0]).toBe(`${username}@exemplo.com.br`);
  expect(stored[1]).toMatch(/^[0-9A-Z]{16}$/);
});

test('login, deep link, logout', async ({ page, createPerson }) => {
  const person = await createPerson({ password: 'segredo1', firstName: 'Rita' });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toastOf(page, 'Campos obrigatórios')).toContainText('Por favor, preencha usuário e senha.');
  await page.getByLabel('Usuário').fill(`  ${person.username} `);
  await page.getByLabel('Senha', { exact: true }).fill('errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toastOf(page, 'Erro no login')).toContainText('Credenciais inválidas. Verifique seu usuário e senha.');
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toastOf(page, 'Login realizado com sucesso!')).toContainText('Bem-vindo, Rita!');
  await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible();
  await expect(page).toHaveURL('/profile');

  await page.getByRole('button', { name: 'Menu de Rita Silva' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(toastOf(page, 'Logout realizado')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('a press on a menu that is still on its way opens it', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ firstName: 'Rita' }));
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/user-menu-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/profile', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu de Rita Silva' }).click();
  held.resolve();
  await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
});

test('a signed-in person is redirected home from the pages of visitors, and an unknown path shows the 404 page', async ({
  page,
  createPerson,
  signIn,
}) => {
  await signIn(await createPerson());
  for (const path of ['/auth', '/register', '/payment', '/payment-status']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/nao-existe');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/404 Page Not Found/);
  await expectAccessible(page);
});

test('an ended session leads to the login', async ({ page, createPerson, signIn, db }) => {
  const person = await createPerson();
  await signIn(person);
  await page.goto('/profile');
  // The document is held back until the message was seen: on a slow machine half a second is nothing.
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/login', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Salvar' }).waitFor();
  await db.deleteFrom('sessions').where('user_id', '=', person.id).execute();
  // The session is remembered for some seconds; whichever call comes first after that tells of its end.
  await expect(async () => {
    await page.getByRole('button', { name: 'Salvar' }).click({ timeout: 1000 });
    await expect(toastOf(page, 'Não autorizado')).toContainText('Você foi desconectado. Fazendo login novamente...', {
      timeout: 1500,
    });
  }).toPass({ timeout: 25_000 });
  seen.resolve();
  await expect(page).toHaveURL('/auth');
});

test('an administrator approves, blocks, unblocks and deletes', async ({ page, createPerson, signIn }) => {
  await signIn(await createPerson({ role: 'admin' }));
  const tag = newName();
  const teacher = await createPerson({ role: 'teacher', status: 'pending', firstName: 'Téo', lastName: tag });
  await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByPlaceholder('Buscar por nome, usuário, e-mail ou CPF...').fill(`teo ${tag}`);
  await expect(page.getByText('1 usuário encontrado')).toBeVisible();
  const row = (table: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: teacher.email });

  await row('Pendentes').getByRole('button', { name: 'Aprovar' }).click();
  await expect(toastOf(page, 'Status atualizado')).toBeVisible();
  await row('Ativos').getByRole('button', { name: 'Bloquear' }).click();
  await page.getByRole('tab', { name: /Bloqueados/ }).click();
  await row('Bloqueados').getByRole('button', { name: 'Desbloquear' }).click();
  await page.getByRole('tab', { name: /Ativos/ }).click();
  await row('Ativos')
    .getByRole('button', { name: /Mais ações/ })
    .click();
  await page.getByRole('menuitem', { name: 'Tornar administrador' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tornar administrador' }).click();
  await expect(row('Ativos').getByText('Administrador')).toBeVisible();
  await row('Ativos').getByRole('button', { name: 'Excluir' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Esta ação não pode ser desfeita.');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(toastOf(page, 'Usuário removido')).toBeVisible();
  await expect(page.getByText('0 usuários encontrados')).toBeVisible();
});

test('a forgotten password is replaced by the link of the e-mail', async ({ page, createPerson, mailTo }) => {
  const person = await createPerson({ password: 'segredo1' });
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Confira seu e-mail')).toBeVisible();
  const link = /https?:\/\/\S+(\/reset-password#t=\S+)/.exec((await mailTo(person.email)).text)?.[1];
  await page.goto(link ?? '');
  await page.getByLabel('Nova senha', { exact: true }).fill('novasenha');
  await page.getByLabel('Confirmar nova senha').fill('novasenha');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Senha trocada')).toBeVisible();
  // A second time it says so before anything is typed.
  await page.goto('/auth');
  await page.goto(link ?? '');
  await expect(page.getByText('Este link não funciona mais')).toBeVisible();
  await expect(page.getByLabel('Nova senha', { exact: true })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pedir outro link' })).toBeVisible();
  await page.goto('/auth');
  await page.getByLabel('Usuário').fill(person.username);
  await page.getByLabel('Senha', { exact: true }).fill('novasenha');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(toastOf(page, 'Login realizado com sucesso!')).toBeVisible();
});

test('profile and settings are kept', async ({ page, createPerson, signIn, mailTo }) => {
  const person = await createPerson({ password: 'segredo1' });
  await signIn(person);
  await page.goto('/profile');
  await page.getByLabel('Nome', { exact: true }).fill('Mariana');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(toastOf(page, 'Perfil atualizado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu de Mariana Silva' })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Escuro' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Escuro' })).toBeChecked();

  const email = `${newName()}@exemplo.com.br`;
  await page.getByRole('button', { name: 'Mudar e-mail' }).click();
  await expect(page.getByLabel('Novo e-mail')).toBeFocused();
  await page.getByLabel('Novo e-mail').fill(email);
  await page.getByLabel('Senha atual').fill('segredo1');
  await page.getByRole('button', { name: 'Trocar e-mail' }).click();
  await expect(page.getByText('Confirme no novo e-mail')).toBeVisible();
  const link = /https?:\/\/\S+(\/settings#email=\S+)/.exec((await mailTo(email)).text)?.[1];
  // In the tab that is already there only the fragment changes.
  await page.goto(link ?? '');
  await expect(toastOf(page, 'E-mail confirmado')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();

  // The old address gets an e-mail, and its holder takes the account back.
  const notMe = /https?:\/\/\S+(\/not-me#t=\S+)/.exec((await mailTo(person.email)).text)?.[1];
  await page.goto(notMe ?? '');
  await page.getByRole('button', { name: 'Não fui eu: proteger minha conta' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Não fui eu: proteger minha conta' }).click();
  await expect(page.getByText('O e-mail anterior da conta voltou a valer.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir para a entrada' }).click();
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  const reset = /https?:\/\/\S+(\/reset-password#t=\S+)/.exec(
    (await mailTo(person.email, 'Crie uma nova senha')).text,
  )?.[1];
  await page.goto(reset ?? '');
  await expect(page.getByRole('button', { name: 'Salvar nova senha' })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

test('the login accepts the e-mail, and does not ask for payment while the proof is in analysis', async ({
  page,
  createPerson,
}) => {
  const person = await createPerson({ password: 'segredo1', status: 'pending', payment: 'analyzing' });
  await page.goto('/auth');
  await page.getByLabel('Usuário').fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  // The toast and the page say the same.
  await expect(toastOf(page, 'Estamos verificando seu comprovante de pagamento')).toHaveCount(2);
  await expect(page).toHaveURL('/payment-status');
  await expect(page.getByText('Conclua o pagamento')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the menu is a sheet that leads everywhere', async ({ page, createPerson, signIn }) => {
    await signIn(await createPerson({ role: 'admin' }));
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    const sheet = page.getByRole('dialog', { name: 'Tudo da mesa' });
    for (const name of ['Aulas', 'Dúvidas', 'Pagamentos', 'Ver como aluno'])
      await expect(sheet.getByRole('link', { name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await sheet.getByText('Escola', { exact: true }).click();
    await sheet.getByRole('link', { name: 'Usuários' }).click();
    await expect(page.getByRole('heading', { name: 'Gerenciar Usuários' })).toBeVisible();
    await expect(sheet).toHaveCount(0);
    await page.getByRole('button', { name: 'Tudo', exact: true }).click();
    await sheet.getByRole('link', { name: /^Eu,/ }).click();
    await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
    await expect(page).toHaveURL('/auth');
  });
});
