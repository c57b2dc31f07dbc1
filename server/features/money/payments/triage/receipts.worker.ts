import { openPdf } from '#server/pdf/read-pdf.ts';
import { answerEach } from '#server/work/answer-each.ts';
import { factsOf } from './receipt-text.ts';

/** Receipts have one page, seldom two. */
const PAGES_MAX = 3;
const TEXT_MAX = 50_000;

/** The text of the first pages, line by line. Whatever is wrong with the file ends this thread, and nothing else. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes);
  let text = '';
  for (let page = 1; page <= Math.min(pdf.numPages, PAGES_MAX) && text.length < TEXT_MAX; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : `${item.str} `;
    text += '\n';
  }
  return text.slice(0, TEXT_MAX);
}

answerEach(async (bytes: Uint8Array) => {
  const text = await textOf(bytes);
  return { hasText: /\S/.test(text), ...factsOf(text) };
});
