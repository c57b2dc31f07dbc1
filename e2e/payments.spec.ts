import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { expect, phone, test } from './fixtures.ts';
import { expectFits, photo, sendProof, toastOf } from './payment-steps.ts';

// Node hands out the module's object, bundlers its default.
const jsQR = ('default' in jsqr ? jsqr.default : jsqr) as typeof jsqr.default;

// The trace recorder reads the thumbnail of a chosen file, which the content security policy forbids.
test.use({ expectedFaults: [/Connecting to 'blob:/] });

const chooseFile = (page: Page) => page.getByLabel('Selecionar arquivo');

test('from the registration to the first login, with an administrator in a second browser', async ({
  page,
  context,
  browser,
  server,
  createPerson,
  mailTo,
}) => {
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
  const desk = await browser.newContext({ baseURL: server.url, viewport: { width: 1500, height: 800 } });
  const [name = '', value = ''] = admin.cookie.split('=');
  await desk.addCookies([{ name, value, url: server.url }]);
  const queue = await desk.newPage();
  await queue.goto('/admin/payments');
  await queue.getByPlaceholder('Buscar por código, nome ou email...').fill(code.toLowerCase());
  const row = queue.getByRole('row').filter({ hasText: email.slice(0, 12) });
  await expect(row).toHaveCount(1);
  await expect(queue.getByRole('img', { name: 'Comprovante enviado pelo aluno' })).toBeVisible();
  await expect(queue.getByText('A Enter aprovar')).toBeVisible();
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

test('a rejected student reads why, tries again with the same code, and is refused what is no receipt', async ({
  page,
  server,
  createPerson,
  mailTo,
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
  // Anybody who knows the e-mail address gets as far as this.
  await expect(page.getByText('Entre ou abra o link do e-mail para ver o motivo.')).toBeVisible();
  await page.getByRole('link', { name: 'Tentar Novamente' }).click();
  await expect(page.getByText('Entre ou abra o link do e-mail para ver o motivo.')).toBeVisible();
  const link = /\/payment(#\S+)/.exec((await mailTo(student.email)).text)?.[1];
  await page.goto(`/payment${link}`);
  await expect(page).toHaveURL('/payment');
  await expect(page.getByText('Comprovante ilegível.')).toBeVisible();
  await page.goto('/payment-status');
  await expect(page.getByText('Comprovante ilegível.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contatar Suporte' })).toHaveAttribute('href', /^mailto:/);
  await page.getByRole('link', { name: 'Tentar Novamente' }).click();
  await expect(page.getByText('Comprovante ilegível.')).toBeVisible();

  const fake = { name: 'comprovante.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a<script>1</script>') };
  await chooseFile(page).setInputFiles(fake);
  await page.getByRole('button', { name: 'Enviar Comprovante' }).click();
  await expect(toastOf(page, 'Arquivo não aceito')).toContainText('Envie uma imagem ou um PDF.');
  await expect(page).toHaveURL('/payment');
  // One text, and no invitation to send the same file again.
  await expect(page.getByRole('main').getByText('Envie uma imagem ou um PDF.')).toBeVisible();
  await expect(page.getByText('Ele continua aqui')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enviar Comprovante' })).toBeDisabled();

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

test("the student's screens fit at every width", async ({ page, server, createPerson }) => {
  const student = await createPerson({ status: 'pending', payment: 'pending' });
  await page.goto('/payment');
  await expect(page.getByRole('link', { name: 'Voltar ao Registro' })).toBeVisible();
  await expectFits(page);
  await page.goto(`/payment-status#c=${student.paymentCode}`);
  await expect(page.getByRole('heading', { name: 'Aguardando Pagamento' })).toBeVisible();
  await page.goto('/payment');
  await expect(page.getByTestId('pix-code')).toBeVisible();
  await chooseFile(page).setInputFiles(await photo('um-nome-de-arquivo-muito-comprido-que-nao-cabe.png'));
  await expectFits(page);
  await sendProof(server.url, student);
  await page.goto('/payment-status');
  await expect(page.getByRole('heading', { name: 'Pagamento em Análise' })).toBeVisible();
  await expectFits(page);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('the camera is offered, and the QR code is one press away', async ({ page, createPerson }) => {
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
  });
});
