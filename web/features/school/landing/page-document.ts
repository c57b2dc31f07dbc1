import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapeHtml } from '#contract/escape-html.ts';
import fontUrl from '#web/styles/fonts/schibsted-grotesk.woff2?url';
import { slot } from './slots.tsx';
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

/** Escapes texts of people outside React. Slots stay as they are. */

/**
 * A full document without script: head for people, crawlers and shared links, inline style, one font. The head is
 * written by hand because React hoists <link> and <meta> out of their conditional sections.
 */
export function renderDocument({ path, css, jsonLd, body, ...head }: StaticPage): string {
  const [title, description] = [escapeHtml(head.title), escapeHtml(head.description)];
  const markup = renderToStaticMarkup(body);
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
<meta name="theme-color" content="${slot('brandColour')}">
<meta property="og:type" content="website">
<meta property="og:locale" content="pt_BR">
<meta property="og:site_name" content="${slot('schoolName')}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
{{#publicUrl}}<link rel="canonical" href="${slot('publicUrl')}${path}">
<meta property="og:url" content="${slot('publicUrl')}${path}">
<meta property="og:image" content="${slot('publicUrl')}${slot('linkPicture')}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
{{/publicUrl}}<link rel="icon" href="${slot('iconSmall')}" sizes="32x32">
{{#iconVector}}<link rel="icon" href="${slot('iconVector')}" type="image/svg+xml">
{{/iconVector}}<link rel="apple-touch-icon" href="${slot('iconTouch')}">
<link rel="manifest" href="/manifest.webmanifest">
${jsonLd ? `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>\n` : ''}{{html:brandStyle}}</head>
<body>${markup}</body>
</html>
`;
}
