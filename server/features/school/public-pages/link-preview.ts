import { escapeHtml } from '#contract/escape-html.ts';

/** The preview of a shared link in a messenger or social network. */
export type LinkPreview = {
  title: string;
  description: string;
  /** A file of ours, 1200 by 630. */
  picture: string;
};

/** Adds title, description and picture for a link preview to the app's document. The app does not change them. */
export function withPreview(html: string, preview: LinkPreview, address: { origin: string; path: string }): string {
  const title = escapeHtml(preview.title);
  const description = escapeHtml(preview.description);
  const origin = escapeHtml(address.origin);
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="article">',
    '<meta property="og:locale" content="pt_BR">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${origin}${escapeHtml(address.path)}">`,
    `<meta property="og:image" content="${origin}${preview.picture}">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n');
  // Functions, because a name may contain replacement patterns of replace(), such as `$&`.
  return html.replace(/<meta name="description"[^>]*>\s*/, () => '').replace(/<title>[^<]*<\/title>/, () => tags);
}
