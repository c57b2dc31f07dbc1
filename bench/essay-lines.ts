/**
 * Whether the lines of an essay are the same on the writing page, on the server, on the page that is read and on paper:
 *   npm run bench -- essay-lines [--essays FILE] [--count 500]
 * FILE has one essay per line, as a JSON string. Without it essays are generated (generated-essays.ts). Each text is
 * typed into the sheet, counted by the server, and opened as a delivered essay, on screen and as a printed A4 page,
 * where each row must be one line. Fails at the first difference.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { ESSAY_LINES_MAX } from '#contract/exams/essay-limits.ts';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { generatedEssays } from '#web/testing/generated-essays.ts';
import { findChromium } from '../scripts/chromium.ts';
import { startSampleSchool } from './sample-school.ts';

/** A4 within its margins of 14 mm, in CSS pixels. */
const PAPER = { width: 688, height: 1017 };
const SCREEN = { width: 1280, height: 900 };
const WIDTH = 68;

const { values } = parseArgs({ options: { essays: { type: 'string' }, count: { type: 'string', default: '500' } } });
const texts = (
  values.essays === undefined
    ? generatedEssays(Number(values.count), 48)
    : (await readFile(values.essays, 'utf8'))
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [String(JSON.parse(line))]))
).slice(0, Number(values.count));

const school = await startSampleSchool();
const client = new pg.Client(school.connection);
await client.connect();
const browser = await chromium.launch({ executablePath: await findChromium() });

/** The numbers beside the sheet, and rows that a line takes on screen or paper. */
const writtenLines = (page: Page) =>
  page
    .getByLabel('Texto da redação')
    .evaluate((area) => area.parentElement?.querySelectorAll('[aria-hidden="true"] > span > span').length ?? 0);
const shownLines = (page: Page) =>
  page.getByRole('list', { name: 'Folha da redação' }).evaluate((list) => {
    const rows = [...list.children].map((row) => row.getBoundingClientRect());
    const least = Math.min(...rows.map(({ height }) => height));
    return {
      lines: rows.length,
      rows: rows.filter(({ height, top }, at) => height < 1.5 * least && top > (rows[at - 1]?.top ?? -1)).length,
    };
  });

try {
  const context = await browser.newContext({ baseURL: school.url, viewport: SCREEN });
  const [name = '', value = ''] = school.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: school.url }]);
  const page = await context.newPage();
  const themes = await (await context.request.get('/api/essay-themes')).json();
  const theme = themes.find(({ mine }: { mine: { state: string } | null }) => mine?.state === 'writing');
  const essayId: number = theme.mine.id;
  await client.query(
    `UPDATE essay_theme_versions SET content = content || jsonb_build_object('maxLines', $2::int, 'lineWidth', $3::int)
     WHERE theme_id = $1`,
    [theme.id, ESSAY_LINES_MAX, WIDTH],
  );
  await page.goto(`/essays/${essayId}`);
  const sheet = page.getByLabel('Texto da redação');
  const counted: { server: number; written: number; screen: object; paper: object }[] = [];
  for (const text of texts) {
    await sheet.fill(text);
    counted.push({ server: 0, written: await writtenLines(page), screen: {}, paper: {} });
  }
  await page.goto('/essays');
  for (const [at, text] of texts.entries()) {
    const one = counted[at];
    if (!one) continue;
    await client.query('UPDATE essays SET body = $2, revision = revision + 1 WHERE id = $1', [essayId, text]);
    const { essays } = await (await context.request.get(`/api/essay-themes/${theme.id}`)).json();
    one.server = essays[0].lines;
    await client.query(
      "UPDATE essays SET state = 'delivered', delivered_at = saved_at, due_at = saved_at, line_count = 1 WHERE id = $1",
      [essayId],
    );
    await page.goto(`/essays/${essayId}`);
    one.screen = await shownLines(page);
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: 'print' });
    one.paper = await shownLines(page);
    await page.emulateMedia({ media: null });
    await page.setViewportSize(SCREEN);
    await client.query(
      "UPDATE essays SET state = 'writing', delivered_at = NULL, due_at = NULL, line_count = NULL WHERE id = $1",
      [essayId],
    );
    const lines = Math.min(ESSAY_LINES_MAX, essayLines(text, WIDTH).length);
    const expected = { server: lines, written: lines, screen: { lines, rows: lines }, paper: { lines, rows: lines } };
    if (JSON.stringify(one) !== JSON.stringify(expected)) {
      throw new Error(`Essay ${at + 1}: ${JSON.stringify(one)} instead of ${lines} lines.`);
    }
  }
  const all = counted.reduce((sum, { server }) => sum + server, 0);
  console.log(`${texts.length} essays, ${all} lines: equal on the sheet, on the server, on the page and on paper.`);
} finally {
  await browser.close();
  await client.end();
  await school.stop();
}
