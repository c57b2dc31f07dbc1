import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapeHtml } from '#contract/escape-html.ts';
import fontUrl from '#web/styles/fonts/schibsted-grotesk.woff2?url';
import { type PageText, PageTextProvider } from './page-text.ts';
import { dropUnusedTokens } from './used-tokens.ts';

export type StaticPage = {
  path: string;
  title: string;
  description: string;
  css: string;
  /** Data for crawlers; it is never executed. */
  jsonLd?: object;
  body: ReactNode;
};

/**
 * A full document without script: head for people, crawlers and shared links, inline style, one font. The head is
 * written by hand: React would add its own preloads to it.
 */
export function renderDocument({ path, css, jsonLd, body, ...head }: StaticPage, page: PageText): string {
  const { brandColour, brandStyle, iconSmall, iconVector, iconTouch, linkPicture, publicUrl, schoolName } = page.values;
  const [title, description] = [escapeHtml(head.title), escapeHtml(head.description)];
  const markup = renderToStaticMarkup(<PageTextProvider value={page}>{body}</PageTextProvider>);
  const address = publicUrl && escapeHtml(publicUrl);
  const shared =
    address &&
    `<link rel="canonical" href="${address}${path}">
<meta property="og:url" content="${address}${path}">
<meta property="og:image" content="${address}${escapeHtml(linkPicture)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
  const vector = iconVector && `<link rel="icon" href="${escapeHtml(iconVector)}" type="image/svg+xml">\n`;
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin>
<style>${dropUnusedTokens(css.trim(), markup)}</style>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${escapeHtml(brandColour)}">
<meta property="og:type" content="website">
<meta property="og:locale" content="pt_BR">
<meta property="og:site_name" content="${escapeHtml(schoolName)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${shared ?? ''}<link rel="icon" href="${escapeHtml(iconSmall)}" sizes="32x32">
${vector ?? ''}<link rel="apple-touch-icon" href="${escapeHtml(iconTouch)}">
<link rel="manifest" href="/manifest.webmanifest">
${jsonLd ? `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>\n` : ''}${brandStyle ?? ''}</head>
<body>${markup}</body>
</html>
`;
}
