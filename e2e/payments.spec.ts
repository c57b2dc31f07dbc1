import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { multipartForm } from '../server/testing/forms.ts';
import { receiptPdf, receiptPhoto } from '../server/testing/receipts.ts';
import { expect, expectAccessible, type Person, phone, test } from './fixtures.ts';

// Node hands out the module's object, bundlers its default.
const jsQR = ('default' in jsqr ? jsqr.default : jsqr) as typeof jsqr.default;

// The trace recorder reads the thumbnail of a chosen file, which the content policy lets nobody do.
test.use({ expectedFaults: [/Connecting to 'blob:/] });

const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

const photo = async (name = 'comprovante.png') => ({ name, mimeType: 'image/png', buffer: await receiptPhoto() });
const chooseFile = (page: Page) => page.getByLabel('Selecionar arquivo');

/** What a registration leaves in the browser. */
async function remember(page: Page, keys: { code?: string | undefined; email?: string }) {
  await page.addInitScript(({ code, email }) => {
    if (sessionStorage.getItem('remembered')) return;
    sessionStorage.setItem('remembered', 'yes');
    if (code) localStorage.setItem('paymentCode', code);
    if (email) localStorage.setItem('paymentEmail', email);
  }, keys);
}

async function sendProof(url: string, person: Person, content = receiptPhoto()) {
  const form = await multipartForm({ paymentCode: `${person.paymentCode}`, file: ['a.png', await content] });
  const address = `${url}/api/payments/upload-proof-by-code`;
  const response = await fetch(address, { method: 'POST', body: form.payload, headers: form.headers });
  expect(response.status).toBe(200);
}

test('from the registration to the first login, with an administrator in a second browser', async ({
  page,
  context,
  browser,
  server,
  createPerson,
  mailTo,
}) => {
  test.setTimeout(60_000);
  const username = `jornada.${Date.now().toString(36)}`;
  const email = `${username}@exemplo.com.br`;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.emulateMedia({ colorScheme: 'dark' });

  await page.goto('/register');
  await page.getByLabel('Nome', { exact: true }).fill('Rafaela');
  await page.getByLabel('Sobrenome').fill('Souza');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByLabel('Confirmar senha').fill('segredo1');
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await expect(toastOf(page, 'Cadastro realizado!')).toBeVisible();
  await page.clock.fastForward(1500);
  await expect(page).toHaveURL('/payment');
  await expect(page.getByRole('heading', { name: 'Complete seu Cadastro' })).toBeVisible();
  const code = (await page.evaluate(() => localStorage.getItem('paymentCode'))) ?? '';
  expect((await mailTo(email)).text).toContain(`/payment#c=${code}`);

  const pixCode = (await page.getByTestId('pix-code').textContent()) ?? '';
  expect(pixCode).toContain(code);
  expect(pixCode).toContain('5406297.00');
  const qr = PNG.sync.read(await page.getByRole('img', { name: 'QR code do PIX de R$ 297,00' }).screenshot());
  expect(jsQR(new Uint8ClampedArray(qr.data), qr.width, qr.height)?.data).toBe(pixCode);
  await page.getByRole('button', { name: 'Copiar código PIX' }).click();
  await expect(page.getByRole('button', { name: 'Código copiado!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pixCode);
  await page.clock.fastForward(3000);
  await expect(page.getByRole('button', { name: 'Copiar código PIX' })).toBeVisible();

  const send = page.getByRole('button', { name: 'Enviar Comprovante' });
  await expect(send).toBeDisabled();
  await chooseFile(page).setInputFiles({ name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
  await expect(toastOf(page, 'Arquivo muito grande')).toContainText('O arquivo deve ter no máximo 5MB.');
  await expect(send).toBeDisabled();
  await chooseFile(page).setInputFiles(await photo());
  await expect(page.getByText('comprovante.png')).toBeVisible();
  await page.getByRole('button', { name: 'Remover arquivo' }).click();
  await expect(send).toBeDisabled();
  await chooseFile(page).setInputFiles(await photo());
  await send.click();
  await expect(toastOf(page, 'Comprovante enviado!')).toContainText('Seu pagamento está sendo analisado.');
  await expect(page).toHaveURL('/payment-status');
  await expect(page.getByRole('heading', { name: 'Pagamento em Análise' })).toBeVisible();
  await page.goto('/payment');
  await expect(page).toHaveURL('/payment-status');

  const admin = await createPerson({ role: 'admin', firstName: 'Marta', lastName: 'Teles' });
  const desk = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = admin.cookie.split('=');
  await desk.addCookies([{ name, value, url: server.url }]);
  const queue = await desk.newPage();
  await queue.goto('/admin/payments');
  await queue.getByPlaceholder('Buscar por código, nome ou email...').fill(code.toLowerCase());
  const row = queue.getByRole('row').filter({ hasText: email.slice(0, 12) });
  await expect(row).toHaveCount(1);
  await expect(queue.getByRole('img', { name: 'Comprovante enviado pelo aluno' })).toBeVisible();
  await row.focus();
  await queue.keyboard.press('a');
  await expect(queue.getByRole('dialog', { name: 'Aprovar pagamento?' })).toBeVisible();
  await queue.keyboard.press('Enter');
  await expect(toastOf(queue, 'Pagamento aprovado!')).toContainText('O acesso do aluno foi liberado.');
  await expect(row).toHaveCount(0);
  await desk.close();

  await page.clock.fastForward(30_000);
  await expect(page.getByRole('heading', { name: 'Pagamento Aprovado!' })).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL('/auth');
  expect((await mailTo(email)).subject).toBeTruthy();
  await page.getByLabel('Usuário').fill(username);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('paymentCode'))).toBeNull();
});

test.describe('a weak network', () => {
  test.use({ expectedFaults: [/Connecting to 'blob:|ERR_INTERNET_DISCONNECTED/] });

  test('keeps the chosen file and sends it at the second try', async ({ page, context, createPerson }) => {
    const student = await createPerson({ status: 'pending', payment: 'pending' });
    await remember(page, { code: student.paymentCode, email: student.email });
    await page.goto('/payment');
    await chooseFile(page).setInputFiles(await photo('recibo.png'));
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Enviar Comprovante' }).click();
    await expect(toastOf(page, 'Erro').first()).toContainText('Erro ao enviar comprovante. Tente novamente.');
    await expect(page.getByText('Ele continua aqui: verifique sua internet e tente de novo.')).toBeVisible();
    await expect(page.getByText('recibo.png')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Enviar Comprovante' }).click();
    await expect(page).toHaveURL('/payment-status');
  });
});

test('a rejected student reads why, tries again with the same code, and is refused what is no receipt', async ({
  page,
  server,
  createPerson,
}) => {
  const student = await createPerson({ status: 'pending', payment: 'pending' });
  const admin = await createPerson({ role: 'admin' });
  await fetch(`${server.url}/api/admin/payments/reject`, {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ paymentCode: student.paymentCode, reason: 'Comprovante ilegível.' }),
  });
  await page.goto(`/payment-status#c=${student.paymentCode}`);
  await expect(page.getByRole('heading', { name: 'Pagamento Recusado' })).toBeVisible();
  await expect(page).toHaveURL('/payment-status');
  await expect(page.getByText('Comprovante ilegível.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contatar Suporte' })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('link', { name: 'Tentar Novamente' }).click();
  await expect(page.getByText('Comprovante ilegível.')).toBeVisible();

  const fake = { name: 'comprovante.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a<script>1</script>') };
  await chooseFile(page).setInputFiles(fake);
  await page.getByRole('button', { name: 'Enviar Comprovante' }).click();
  await expect(toastOf(page, 'Arquivo não aceito')).toContainText('Envie uma imagem ou um PDF.');
  await expect(page).toHaveURL('/payment');
  await page.getByRole('button', { name: 'Remover arquivo' }).click();

  const data = await page.evaluateHandle(async () => {
    const transfer = new DataTransfer();
    const canvas = new OffscreenCanvas(20, 20);
    canvas.getContext('2d')?.fillRect(0, 0, 9, 9);
    transfer.items.add(new File([await canvas.convertToBlob()], 'arrastado.png', { type: 'image/png' }));
    return transfer;
  });
  await page.getByText('ou arraste o arquivo para cá').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('arrastado.png')).toBeVisible();
  await page.getByRole('button', { name: 'Enviar Comprovante' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento em Análise' })).toBeVisible();
});

test('the payment is found by e-mail, by cookie or by a typed code; else the card leads back', async ({
  page,
  createPerson,
}) => {
  const student = await createPerson({ status: 'pending', payment: 'pending' });
  await page.goto('/payment');
  await expect(page.getByText('Email não encontrado. Por favor, faça o registro novamente.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voltar ao Registro' })).toHaveAttribute('href', '/register');
  await page.getByLabel('Já tem um código de pagamento?').fill('123');
  await page.getByRole('button', { name: 'Consultar pagamento' }).click();
  await expect(page.getByText('O código tem 16 letras e números.')).toBeVisible();
  const typed = student.paymentCode?.toLowerCase().replace(/(.{4})/g, '$1 ') ?? '';
  await page.getByLabel('Já tem um código de pagamento?').fill(typed);
  await page.getByRole('button', { name: 'Consultar pagamento' }).click();
  await expect(page.getByTestId('pix-code')).toContainText(`${student.paymentCode}`);

  const fresh = await createPerson({ status: 'pending' });
  await page.evaluate((email) => {
    localStorage.clear();
    localStorage.setItem('paymentEmail', email);
  }, fresh.email);
  await page.goto('/payment');
  await expect(page.getByTestId('pix-code')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('paymentCode'))).toMatch(/^[0-9A-Z]{16}$/);

  await page.evaluate(() => localStorage.setItem('paymentCode', '0000000000000000'));
  await page.goto('/payment-status');
  await expect(page).toHaveURL('/payment');
  await expect(page.getByTestId('pix-code')).toBeVisible();
});

test.describe('the queue', () => {
  // A proof in a tab of its own runs no script, not even what the browser test brings along.
  test.use({ expectedFaults: [/Blocked script execution in '[^']*\/api\/payments\/proofs\//] });

  test('the administrator works through the queue by keyboard and finds every decision', async ({
    page,
    server,
    createPerson,
    signIn,
    db,
  }) => {
    await db.updateTable('payments').set({ status: 'approved' }).execute();
    const admin = await createPerson({ role: 'admin', firstName: 'Marta', lastName: 'Teles' });
    const people: Person[] = [];
    for (const firstName of ['Ana', 'Bruno', 'Carla']) {
      people.push(await createPerson({ status: 'pending', payment: 'pending', firstName, lastName: 'Fila' }));
    }
    const [ana, bruno, carla] = people as [Person, Person, Person];
    const same = receiptPhoto();
    await sendProof(server.url, ana, same);
    await sendProof(server.url, bruno, same);
    await sendProof(server.url, bruno, Promise.resolve(receiptPdf()));
    await signIn(admin);
    await page.goto('/admin/payments');
    await expect(page.getByText('3 pendentes')).toBeVisible();
    const rows = page.getByRole('row').filter({ hasText: 'Fila' });
    await expect(rows).toHaveText([/Ana Fila/, /Bruno Fila/, /Carla Fila/]);
    await expect(rows.nth(0)).toContainText('Repetido');
    await expect(rows.nth(2)).toContainText('Não enviado');
    const [proof] = await Promise.all([
      page.waitForEvent('popup'),
      rows.nth(0).getByRole('link', { name: 'Ver comprovante de Ana Fila em nova aba' }).click(),
    ]);
    await expect(proof).toHaveURL(/\/api\/payments\/proofs\/\d+$/);
    await proof.close();

    await rows.nth(0).focus();
    await page.keyboard.press('j');
    await expect(rows.nth(1)).toBeFocused();
    const panel = page.getByRole('region', { name: 'Pagamento escolhido' });
    await expect(panel.getByRole('heading', { name: 'Bruno Fila' })).toBeVisible();
    await expect(panel.getByTitle('Comprovante em PDF')).toBeVisible();
    await panel.getByRole('button', { name: 'Comprovante mais antigo' }).click();
    await expect(panel.getByText('Arquivo repetido')).toBeVisible();
    await expect(panel.getByText('Comprovante 2 de 2')).toBeVisible();
    await panel.getByRole('button', { name: 'Aumentar' }).click();
    await rows.nth(1).focus();
    await page.keyboard.press('k');
    await expect(rows.nth(0)).toBeFocused();

    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Recusar Pagamento' });
    await expect(dialog).toContainText('Ana Fila');
    await expect(dialog).toContainText('R$ 297,00');
    const confirm = dialog.getByRole('button', { name: 'Confirmar Recusa' });
    await expect(dialog.getByLabel('Motivo da recusa *')).toBeFocused();
    await page.keyboard.type('   ');
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Motivo da recusa *').fill('Mesmo arquivo de outro aluno');
    await confirm.click();
    await expect(toastOf(page, 'Pagamento recusado')).toContainText('O aluno foi notificado sobre a recusa.');
    await expect(dialog).toHaveCount(0);
    await expect(rows).toHaveText([/Bruno Fila/, /Carla Fila/]);
    await expect(rows.nth(0)).toBeFocused();
    await expect(page.getByText('2 pendentes')).toBeVisible();

    // Somebody else was faster: the server says so, and the list follows.
    const headers = { cookie: admin.cookie, 'content-type': 'application/json' };
    const decided = { paymentCode: bruno.paymentCode, reason: 'Valor errado' };
    await fetch(`${server.url}/api/admin/payments/reject`, { method: 'POST', headers, body: JSON.stringify(decided) });
    await rows.nth(0).getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Erro ao aprovar')).toContainText('Este pagamento já foi recusado.');
    await expect(rows).toHaveText([/Carla Fila/]);
    await expect(page.getByText('1 pendente', { exact: true })).toBeVisible();
    await rows.nth(0).getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Pagamento aprovado!')).toBeVisible();
    await expect(page.getByText('Nenhum pagamento pendente de análise')).toBeVisible();

    await page.getByRole('tab', { name: 'Recusados' }).click();
    await expect(rows).toHaveText([/Bruno Fila[\s\S]*Valor errado/, /Ana Fila[\s\S]*Mesmo arquivo de outro aluno/]);
    await expect(rows.nth(1)).toContainText(/Recusado por Marta Teles em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    await page.getByRole('tab', { name: 'Aprovados' }).click();
    await page.getByPlaceholder('Buscar por código, nome ou email...').fill(`${carla.paymentCode}`);
    await expect(rows).toHaveText([/Carla Fila[\s\S]*Aprovado por Marta Teles/]);
  });
});

test('letters do nothing where they are switched off', async ({ page, createPerson, signIn, server }) => {
  const admin = await createPerson({ role: 'admin' });
  const student = await createPerson({ status: 'pending', payment: 'pending' });
  await fetch(`${server.url}/api/preferences`, {
    method: 'PATCH',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ shortcuts: false }),
  });
  await signIn(admin);
  await page.goto('/admin/payments');
  const row = page.getByRole('row').filter({ hasText: student.email.slice(0, 10) });
  await row.focus();
  await page.keyboard.press('r');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('aprovar', { exact: true })).toHaveCount(0);
});

test('a student is turned away from the administration without any of its data', async ({
  page,
  createPerson,
  signIn,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(await createPerson());
  await page.goto('/admin/payments');
  await expect(toastOf(page, 'Acesso negado')).toContainText('Apenas administradores podem acessar esta página.');
  await expect(page).toHaveURL('/');
  expect(asked.filter((path) => path.startsWith('/api/admin'))).toEqual([]);
});

for (const [width, axe] of [
  [320, false],
  [390, true],
  [1100, false],
  [1280, true],
] as const) {
  const check = async (page: Page) => {
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    if (axe) await expectAccessible(page);
  };
  const what = `nothing scrolls sideways${axe ? ' and axe finds nothing' : ''} at ${width} px`;

  test(`on the student's screens ${what}`, async ({ page, server, createPerson }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    const student = await createPerson({ status: 'pending', payment: 'pending' });
    await page.goto('/payment');
    await expect(page.getByRole('link', { name: 'Voltar ao Registro' })).toBeVisible();
    await check(page);
    await page.goto(`/payment-status#c=${student.paymentCode}`);
    await expect(page.getByRole('heading', { name: 'Aguardando Pagamento' })).toBeVisible();
    await page.goto('/payment');
    await expect(page.getByTestId('pix-code')).toBeVisible();
    await chooseFile(page).setInputFiles(await photo('um-nome-de-arquivo-muito-comprido-que-nao-cabe.png'));
    await check(page);
    await sendProof(server.url, student);
    await page.goto('/payment-status');
    await expect(page.getByRole('heading', { name: 'Pagamento em Análise' })).toBeVisible();
    await check(page);
  });

  test(`on the administrator's screen ${what}`, async ({ page, server, createPerson, signIn }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    const wishes = { status: 'pending', payment: 'pending', lastName: 'Albuquerque de Vasconcelos' } as const;
    const same = receiptPhoto();
    await sendProof(server.url, await createPerson(wishes), same);
    await sendProof(server.url, await createPerson(wishes), same);
    await signIn(await createPerson({ role: 'admin' }));
    await page.goto('/admin/payments');
    await expect(page.getByText('Repetido').first()).toBeVisible();
    await check(page);
    await page.getByRole('button', { name: 'Recusar' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Recusados' }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await check(page);
  });
}

test.describe('on a phone', () => {
  test.use(phone);

  test('the camera is offered, the QR code is one press away, and the queue is a list with a sheet', async ({
    page,
    server,
    createPerson,
    signIn,
  }) => {
    const student = await createPerson({
      status: 'pending',
      payment: 'pending',
      firstName: 'Telma',
      lastName: 'Pires',
    });
    await page.goto(`/payment#c=${student.paymentCode}`);
    await expect(page.getByLabel('Tirar foto')).toHaveAttribute('capture', 'environment');
    await expect(page.getByRole('img', { name: /QR code do PIX/ })).toBeHidden();
    await page.getByRole('button', { name: 'Mostrar QR code' }).click();
    await expect(page.getByRole('img', { name: /QR code do PIX/ })).toBeVisible();
    await sendProof(server.url, student);

    await signIn(await createPerson({ role: 'admin' }));
    await page.goto('/admin/payments');
    await page.getByPlaceholder('Buscar por código, nome ou email...').fill('telma pires');
    await expect(page.getByRole('listitem').filter({ hasText: 'Telma Pires' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Telma Pires: ver detalhes do pagamento' }).click();
    const sheet = page.getByRole('dialog', { name: 'Telma Pires' });
    await expect(sheet.getByRole('img', { name: 'Comprovante enviado pelo aluno' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Aprovar' }).click();
    await expect(toastOf(page, 'Pagamento aprovado!')).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });
});
