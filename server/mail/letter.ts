import { BRAND_NAVY } from '../../contract/brand.ts';
import type { School } from '../school/school.ts';

/** An e-mail in the product's one form: a greeting, a few paragraphs, at most one button and one link. */
export type Letter = {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** A second way, as a plain link. */
  otherwise?: { label: string; url: string };
  /** A small line under the action, such as how long a link works. */
  footnote?: string;
  /** Where a mail program ends e-mails like this one by a single POST (RFC 8058). */
  unsubscribe?: string;
};

const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export function renderLetter(letter: Letter, school: Pick<School, 'schoolName' | 'supportEmail'>) {
  return { text: renderText(letter, school), html: renderHtml(letter, school) };
}

const closing = (school: Pick<School, 'schoolName' | 'supportEmail'>) =>
  `Dúvidas? Escreva para ${school.supportEmail}. Equipe ${school.schoolName}.`;

function renderText(letter: Letter, school: Pick<School, 'schoolName' | 'supportEmail'>): string {
  return [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`] : []),
    ...(letter.otherwise ? [`${letter.otherwise.label}: ${letter.otherwise.url}`] : []),
    ...(letter.footnote ? [letter.footnote] : []),
    closing(school),
  ].join('\n\n');
}

function renderHtml(letter: Letter, school: Pick<School, 'schoolName' | 'supportEmail'>): string {
  const paragraph = (value: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(value)}</p>`;
  const button = letter.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${BRAND_NAVY};color:#fffdf8;font-weight:bold;text-decoration:none">${escapeHtml(letter.action.label)}</a></p>`
    : '';
  const link = letter.otherwise
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(letter.otherwise.url)}" style="color:#12223f">${escapeHtml(letter.otherwise.label)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#faf7f1;color:${BRAND_NAVY};font:16px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${escapeHtml(school.schoolName)}</p>
<div style="background:#fffefb;border:1px solid #e4ded2;border-radius:14px;padding:24px">
${paragraph(letter.greeting, 'font-weight:bold;')}
${letter.paragraphs.map((value) => paragraph(value)).join('\n')}
${button}
${link}
${letter.footnote ? paragraph(letter.footnote, 'font-size:14px;color:#54607a;') : ''}
</div>
<p style="margin:16px 0 0;font-size:14px;color:#54607a">${escapeHtml(closing(school))}</p>
</div></body></html>`;
}
