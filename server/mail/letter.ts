import { escapeHtml } from '#contract/escape-html.ts';
import { BRAND_NAVY } from '#contract/platform/brand.ts';
import { coloursOf, night, paper } from './brand-colours.ts';

/** An e-mail in the product's one format: a greeting, a few paragraphs, at most one button and one link. */
export type Letter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** An alternative, as a plain link. */
  otherwise?: { label: string; url: string };
  /** A small line under the action, such as how long a link works. */
  footnote?: string;
  /** The address where a mail program unsubscribes by a single POST (RFC 8058). */
  unsubscribe?: string;
};

/** The frame of every letter: the school that sends it. */
export type Frame = {
  schoolName: string;
  supportEmail: string;
  /** As #rrggbb. */
  colour: string;
  accent: string;
  /** Null: the name as a wordmark. `src` is a `cid:` in the e-mail itself and a `data:` in a preview. */
  logo: { src: string; width: number; height: number } | null;
};

/**
 * Removes characters that reverse the text direction or are invisible: they would hide what a text says. Line breaks
 * stay.
 */
const plain = (value: string) => value.replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '').toWellFormed();

/** Reduces a text to one line: a subject cannot inject another header, nor a name another paragraph. */
export const oneLine = (value: string) => plain(value.replace(/[\r\n\u2028\u2029]+/g, ' ')).trim();

const shown = (value: string) => escapeHtml(plain(value));

/** Only http and https addresses become links. */
const address = (url: string) => (/^https?:\/\//i.test(url) ? url : '');

export function renderLetter(letter: Letter, frame: Frame) {
  return { text: renderText(letter, frame), html: renderHtml(letter, frame) };
}

const closing = ({ schoolName, supportEmail }: Frame) => `Dúvidas? Escreva para ${supportEmail}. Equipe ${schoolName}.`;

function renderText({ greeting, paragraphs, action, otherwise, footnote }: Letter, frame: Frame): string {
  const link = (given: Letter['action']) => (given ? [`${given.label}: ${address(given.url)}`] : []);
  const lines = [greeting, ...paragraphs, ...link(action), ...link(otherwise), ...(footnote ? [footnote] : [])];
  return [...lines, closing(frame)].map(plain).join('\n\n');
}

/** The name of the school accompanies its logo: images may be switched off, and some readers cannot see them. */
function headOf({ schoolName, logo, colour }: Frame): string {
  const name = shown(schoolName);
  const inside = logo
    ? `<img src="${escapeHtml(logo.src)}" alt="${name}" width="${logo.width}" height="${logo.height}" style="display:inline-block;vertical-align:middle;border:0;padding:8px 12px;border-radius:8px;background:#fff;color:${BRAND_NAVY};font-weight:bold">`
    : `<span class="ink" style="font-size:20px;font-weight:bold">${name}</span>`;
  return `<p class="ink" style="margin:0 0 16px;padding:0 0 16px;border-bottom:4px solid ${colour}">${inside}</p>`;
}

/** Colours are inline, where every mail program reads them; the dark palette overrides them by class. */
const nightStyle = (nightLink: string) =>
  `@media (prefers-color-scheme:dark){.page{background:${night.page}!important}.card{background:${night.card}!important;border-color:${night.line}!important}.ink{color:${night.ink}!important}.soft{color:${night.soft}!important}.link{color:${nightLink}!important}}`;

function renderHtml(letter: Letter, frame: Frame): string {
  const { brand, button, onButton, link, nightLink } = coloursOf(frame);
  const paragraph = (value: string, kind: 'ink' | 'soft', style = '') =>
    `<p class="${kind}" style="margin:0 0 16px;color:${paper[kind]};${style}">${shown(value).replaceAll('\n', '<br>')}</p>`;
  const { action, otherwise, footnote } = letter;
  return `<!doctype html>
<html lang="pt-BR" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(oneLine(letter.subject))}</title><style>${nightStyle(nightLink)}</style></head>
<body class="page" style="margin:0;background:${paper.page};color:${paper.ink};font:16px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<div class="page" style="background:${paper.page}"><div role="article" aria-label="${escapeHtml(oneLine(letter.subject))}" style="max-width:560px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere">
${headOf({ ...frame, colour: brand })}
<div class="card" style="background:${paper.card};border:1px solid ${paper.line};border-radius:14px;padding:24px">
${paragraph(letter.greeting, 'ink', 'font-weight:bold')}
${letter.paragraphs.map((value) => paragraph(value, 'ink')).join('\n')}
${action ? `<p style="margin:24px 0"><a href="${escapeHtml(address(action.url))}" style="display:inline-block;padding:14px 24px;border-radius:8px;border:1px solid ${onButton};background:${button};color:${onButton};font-weight:bold;text-decoration:none">${shown(action.label)}</a></p>` : ''}
${otherwise ? `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(address(otherwise.url))}" style="color:${link}">${shown(otherwise.label)}</a></p>` : ''}
${footnote ? paragraph(footnote, 'soft', 'font-size:14px') : ''}
</div>
<p class="soft" style="margin:16px 0 0;font-size:14px;color:${paper.soft}">${shown(closing(frame))}</p>
</div></div></body></html>`;
}
