import { axeFindings } from './accessible.ts';
import { expect, moving, test } from './fixtures.ts';

test.use(moving);

const staticPages = ['/', '/privacy', '/terms', '/refund', '/sample'];

test('the landing page: skip link, quick links, questions, the whole offer, and where it leads', async ({ page }) => {
  await page.goto('/');

  await test.step('the skip link is the first stop and leads to the content', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Ir para o conteúdo' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/#main');
  });

  await test.step('one question is open at a time, by mouse and by keyboard, with a visible focus', async () => {
    const questions = page.locator('details');
    const open = page.locator('details[open]');
    await expect(questions).toHaveCount(5);
    for (const question of await questions.all()) {
      if ((await question.getAttribute('open')) === null) await question.locator('summary').click();
      await expect(open).toHaveCount(1);
      await expect(question).toHaveAttribute('open');
      await expect(question.getByRole('paragraph')).toBeVisible();
    }
    await questions.last().locator('summary').click();
    await expect(open).toHaveCount(0);

    const first = page.locator('summary').first();
    const second = page.locator('summary').nth(1);
    await first.focus();
    await page.keyboard.press('Tab');
    await expect(second).toBeFocused();
    await expect(second).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Enter');
    await expect(open).toHaveCount(1);
    await expect(questions.nth(1)).toHaveAttribute('open');
    await page.keyboard.press('Space');
    await expect(open).toHaveCount(0);
  });

  const actions = page.getByRole('link', { name: /Quero minha vaga|Garantir minha matrícula|Começar agora/ });
  await test.step('the whole offer is there, and every call to action leads to registration', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Vagas limitadas')).toBeVisible();
    const results = page.getByRole('region', { name: 'Resultados' });
    await expect(results.getByRole('listitem')).toHaveText([/\+2\.847/, /93%/, /1º lugar/, /24h/]);
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page.getByRole('figure')).toHaveCount(3);
    await expect(page.getByRole('img', { name: '5 de 5 estrelas' })).toHaveCount(3);
    await expect(page.getByText('4.9/5.0 em +500 avaliações verificadas')).toBeVisible();

    const pricing = page.getByRole('region', { name: 'Um preço, até a sua prova' });
    for (const text of [
      'R$ 697,00',
      '57% de desconto',
      '297,00',
      /12x de R\$\s29,70/,
      /PIX, cartão ou boleto/,
      /Garantia incondicional de 7 dias/,
    ]) {
      await expect(pricing.getByText(text).first()).toBeVisible();
    }
    await expect(actions).toHaveCount(4);
    for (const action of await actions.all()) await expect(action).toHaveAttribute('href', '/register');
  });

  await test.step('quick links scroll to their section, below the header, which stays and leads to the login', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [name, title] of [
      ['Benefícios', 'O que você encontra quando abre a plataforma'],
      ['Depoimentos', 'Quem já vestiu a farda'],
      ['Preço', 'Um preço, até a sua prova'],
      ['Perguntas', 'Perguntas de quem está decidindo'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Links rápidos' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const login = page.getByRole('banner').getByRole('link', { name: 'Entrar' });
    await expect(login).toBeInViewport();
    await login.click();
    await expect(page).toHaveURL('/auth');
  });

  await page.goto('/');
  await actions.first().click();
  await expect(page).toHaveURL('/register');
});

test('the same address is the app for a user and the landing page again afterwards', async ({
  page,
  context,
  createPerson,
  signIn,
}) => {
  const landing = page.getByRole('link', { name: 'Garantir minha matrícula' });
  await page.goto('/');
  await expect(landing).toBeVisible();
  await signIn(await createPerson());
  await page.goto('/');
  await expect(page.locator('#root')).not.toBeEmpty();
  await expect(landing).toHaveCount(0);
  await context.clearCookies();
  await page.goto('/');
  await expect(landing).toBeVisible();
});

test('the static pages ask nothing of anybody else, link to what answers, fit every width and satisfy axe', async ({
  page,
  request,
  baseURL,
}) => {
  // Five pages, each looked at in five widths and two themes.
  test.setTimeout(60_000);
  const foreign: string[] = [];
  const complaints: string[] = [];
  const paths = new Set<string>();
  page.on('request', (asked) => {
    if (!asked.url().startsWith(baseURL ?? '')) foreign.push(asked.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  for (const address of staticPages) {
    await test.step(address, async () => {
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      const answer = await page.goto(address);
      expect(answer?.headers()['content-security-policy']).toContain("script-src 'none'");
      await page.evaluate(() => document.fonts.ready.then(() => true));
      expect(await page.evaluate(() => document.fonts.check('640 16px "Alvorada Sans"'))).toBe(true);

      const links = await page
        .locator('a[href^="/"], head link[href^="/"]')
        .evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
      for (const link of links) paths.add(link.split('#', 1)[0] ?? '');

      for (const width of [320, 390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const beyond = await page.evaluate(() => {
          const edge = document.documentElement.clientWidth;
          return [...document.querySelectorAll('body *:not(svg *)')]
            .filter((element) => element.getBoundingClientRect().right > edge + 0.5)
            .map((element) => element.outerHTML.slice(0, 80));
        });
        expect([address, width, beyond]).toEqual([address, width, []]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      expect([address, foreign, complaints]).toEqual([address, [], []]);

      // The second theme changes colours and nothing else.
      for (const [colorScheme, rules] of [
        ['light', undefined],
        ['dark', { type: 'rule', values: ['color-contrast'] }],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const found = await axeFindings(page, rules && { ...rules, values: [...rules.values] });
        expect([address, colorScheme, found]).toEqual([address, colorScheme, []]);
      }
    });
  }
  expect(paths.size).toBeGreaterThan(8);
  for (const path of [...paths, '/robots.txt', '/sitemap.xml', '/og.png']) {
    const answer = await request.get(path);
    expect([path, answer.status()]).toEqual([path, 200]);
  }
});

test('what the school opens is read and tried before paying, and leaves nothing behind', async ({
  page,
  request,
  context,
  createPerson,
}) => {
  const { cookie } = await createPerson({ role: 'admin' });
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await request.fetch(path, { method, data, headers: { cookie } });
    expect([path, answer.ok()]).toEqual([path, true]);
    return answer.json();
  };
  const subject = await send('POST', '/api/subjects', { name: 'Português' });
  const content =
    '<h2>Regra</h2><p>Troque por um masculino.</p><table><tbody><tr><td>à</td><td>ao</td></tr></tbody></table>';
  const lesson = { title: 'Crase sem medo', content, subjectId: subject.id, published: true };
  const { id: lessonId } = await send('POST', '/api/articles', lesson);
  const questionIds: number[] = [];
  for (const place of [1, 2, 3, 4, 5]) {
    const options = ['Fui a pé.', 'Fui à feira.', 'Fui à pé.'].map((optionText, index) => ({
      optionText,
      comment: `Sobre a alternativa ${index + 1}.`,
      isCorrect: index === 1,
    }));
    const body = { questionText: `Onde a crase está certa? (${place})`, comment: 'Feira pede artigo.', options };
    questionIds.push((await send('POST', '/api/teacher/questions', { ...body, subjectId: subject.id })).id);
  }
  await send('PUT', '/api/teacher/trial', { revision: 0, lessonId, questionIds });
  await send('PUT', '/api/admin/trial/state', { isOn: true });

  await page.goto('/');
  await page.getByRole('link', { name: /Experimente antes/ }).click();
  await expect(page).toHaveURL('/sample');
  await expect(page.getByRole('heading', { name: 'Crase sem medo' })).toBeVisible();
  const first = page.getByRole('listitem').filter({ hasText: '(1)' });
  await expect(first.getByText('Feira pede artigo.')).toBeHidden();
  await first.getByRole('radio', { name: 'Fui à feira.' }).check();
  await first.getByText('Conferir a resposta').click();
  await expect(first.getByText('Você acertou.')).toBeVisible();
  await expect(first.getByText('Resposta certa: B.')).toBeVisible();
  await expect(first.getByText('Sobre a alternativa 3.')).toBeVisible();
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Without motion no colour is measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is whole, the accordion works, and the legal pages are one click away', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const question = page.locator('details', { hasText: 'E se eu não gostar?' });
    await question.locator('summary').click();
    await expect(question.getByText('7 dias de garantia incondicional')).toBeVisible();
    await expect(page.locator('details[open]')).toHaveCount(1);
    await question.locator('summary').click();
    await expect(page.locator('details[open]')).toHaveCount(0);
    for (const [name, title] of [
      ['Termos de Uso', 'Termos de Uso'],
      ['Política de Privacidade', 'Política de Privacidade'],
      ['Reembolso', 'Política de Reembolso'],
    ] as const) {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  });
});
