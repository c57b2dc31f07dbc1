/**
 * Whether input typed while the app hydrates is lost, doubled or out of order:
 *   npm run bench -- take-over [--runs 300]
 * Most runs open a screen, type 60 characters from the moment its field exists until a second after hydration, and
 * compare. They alternate kinds of fields, pauses between keys (15, 30, 60 ms), CPU speed (1 and 6 times slower) and
 * composed keys (IME). The others choose in a list, select text or scroll inside the page before hydration, and compare
 * after it. A recording cannot be lost: its player is rendered after hydration. Exits with 1 when a run lost something.
 */
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { compose, textOf, untilReady } from '../e2e/while-hydrating.ts';
import { findChromium } from '../scripts/chromium.ts';
import { saveAs } from './report.ts';
import { startSampleSchool } from './sample-school.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '300' } } });

type Field = { screen: string; path: string; label: string; visitor?: true; text?: string; isNumber?: true };
/** Something done before hydration; `read` tells what is left of it. */
type Deed = {
  screen: string;
  path: string;
  label: string;
  visitor?: never;
  act: (page: Page) => Promise<void>;
  read: (page: Page) => Promise<string | number | undefined>;
};

const fields: Field[] = [
  { screen: 'login', path: '/auth', label: 'Usuário', visitor: true },
  { screen: 'login', path: '/auth', label: 'Senha', visitor: true },
  { screen: 'settings', path: '/admin/settings', label: 'E-mail de suporte', text: `${textOf(50)}@escola.br` },
  { screen: 'settings', path: '/admin/settings', label: 'Nome da escola' },
  { screen: 'publishing', path: '/admin/publish/1', label: 'Título da Aula' },
  { screen: 'announcements', path: '/admin/announcements', label: 'Mensagem' },
  { screen: 'payments', path: '/admin/payments', label: 'Buscar pagamentos' },
  { screen: 'questions', path: '/teacher/quizzes/bank', label: 'Procurar no banco de questões' },
  { screen: 'question', path: '/teacher/quizzes/bank/1', label: 'Enunciado' },
  {
    screen: 'landing page',
    path: '/admin/landing',
    label: 'Parcelas no cartão',
    text: textOf(12, '123456789'),
    isNumber: true,
  },
];

const scroller = '.table-scroll';
const deeds: Deed[] = [
  {
    screen: 'announcements',
    path: '/admin/announcements',
    label: 'choice in a list',
    act: async (page) => void (await page.getByLabel('Para quem').selectOption({ index: 1 })),
    read: (page) => page.getByLabel('Para quem').inputValue(),
  },
  {
    screen: 'lesson',
    path: '/articles/1',
    label: 'selected text',
    act: (page) => page.locator('article p').nth(1).selectText(),
    read: (page) => page.evaluate(() => getSelection()?.toString()),
  },
  {
    screen: 'lesson',
    path: '/articles/1',
    label: 'scrolled table',
    act: (page) =>
      page
        .locator(scroller)
        .first()
        .evaluate((node) => {
          node.scrollLeft = 40;
        }),
    read: (page) =>
      page
        .locator(scroller)
        .first()
        .evaluate((node) => node.scrollLeft),
  },
];
const pauses = [15, 30, 60];
const slowdowns = [1, 6];

/**
 * Types the text, and goes on from its start until the app is ready: on a slow machine it may take longer than the text.
 * A number waits for the app with its last digit.
 */
async function typeFor(page: Page, text: string, { pause, isNumber }: { pause: number; isNumber: boolean }) {
  let typed = '';
  let isThere = false;
  const isReady = untilReady(page).then(() => {
    isThere = true;
  });
  while (typed.length < text.length || !isThere) {
    if (isNumber && typed.length === text.length - 1) await isReady;
    const letter = text[typed.length % text.length] ?? '';
    await page.keyboard.type(letter, { delay: pause });
    typed += letter;
  }
  await isReady;
  return typed;
}

/** Closes the browser context, so that a draft of this run is not restored in the next. */
async function runDeed(context: BrowserContext, base: string, { path, act, read }: Deed, at: number) {
  const page = await context.newPage();
  // A busy machine may take long; what counts is what was lost.
  page.setDefaultTimeout(180_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdowns[at % slowdowns.length] ?? 1 });
  try {
    await page.setViewportSize({ width: 240, height: 844 });
    await page.goto(base + path, { waitUntil: 'commit' });
    await act(page);
    const wanted = await read(page);
    await untilReady(page);
    await page.waitForTimeout(1000);
    const value = await read(page);
    return wanted && value === wanted ? null : { wanted, value };
  } finally {
    await context.close();
  }
}

async function run(context: BrowserContext, base: string, { path, label, text, isNumber }: Field, at: number) {
  const page = await context.newPage();
  // A busy machine may take long; what counts is what was lost.
  page.setDefaultTimeout(180_000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdowns[at % slowdowns.length] ?? 1 });
  try {
    await page.goto(base + path, { waitUntil: 'commit' });
    const field = page.getByLabel(label, { exact: true }).first();
    await field.evaluate((node) => node.closest('details')?.setAttribute('open', ''));
    await field.focus();
    await page.keyboard.press('ControlOrMeta+a');
    let wanted: string;
    if (at % 5 === 4) {
      wanted = isNumber ? '12' : 'observação';
      await compose(cdp, wanted, () => untilReady(page));
    } else {
      const pause = pauses[at % pauses.length] ?? 15;
      wanted = await typeFor(page, text ?? textOf(60), { pause, isNumber: isNumber === true });
    }
    await page.waitForTimeout(1000);
    const value = await field.inputValue();
    return value === wanted ? null : { wanted, value };
  } finally {
    await context.close();
  }
}

const school = await startSampleSchool();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const contextOf = async (cookie: string | null) => {
    const context = await browser.newContext({ locale: 'pt-BR', serviceWorkers: 'block' });
    const [name = '', value = ''] = (cookie ?? '').split('=');
    if (cookie) await context.addCookies([{ name, value, url: school.url }]);
    return context;
  };
  const admin = await school.cookieOf('admin');
  const results = new Map(
    [...fields, ...deeds].map(({ screen, label }) => [`${screen}: ${label}`, { runs: 0, lost: 0 }]),
  );
  for (let at = 0; at < Number(values.runs); at += 1) {
    const kinds = [...fields, ...deeds];
    const field = kinds[at % kinds.length];
    if (!field) break;
    // Each round over all kinds uses the next pause, CPU speed and kind of key.
    const turn = at + Math.floor(at / kinds.length);
    const context = await contextOf(field.visitor ? null : admin);
    const fault =
      'act' in field ? await runDeed(context, school.url, field, turn) : await run(context, school.url, field, turn);
    const result = results.get(`${field.screen}: ${field.label}`);
    if (!result) continue;
    result.runs += 1;
    if (!fault) continue;
    result.lost += 1;
    console.log(field.screen, field.label, fault);
  }
  const table = [...results].map(([field, { runs, lost }]) => ({ field, runs, lost }));
  console.table(table);
  await saveAs('take-over', table);
  if (table.some(({ lost }) => lost > 0)) process.exitCode = 1;
} finally {
  await browser.close();
  await school.stop();
}
