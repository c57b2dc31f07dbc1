import { escapeHtml } from '#contract/escape-html.ts';

/** Cleaned HTML contains no bare `<` or `>` inside an attribute: a tag ends at the first one. */
const imageTags = /<img\b[^<>]*>/g;

function ownImage(tag: string): number | null {
  const found = /\ssrc="\/api\/media\/(\d{1,9})(?:-[0-9a-f]{32})?"/.exec(tag);
  return found ? Number(found[1]) : null;
}

const isUndescribed = (tag: string) => !/\salt="[^"]/.test(tag);

/** The product's own images in cleaned HTML that say nothing to those who cannot see them. */
export const undescribedImages = (html: string): number[] => [
  ...new Set((html.match(imageTags) ?? []).filter(isUndescribed).flatMap((tag) => ownImage(tag) ?? [])),
];

/** Each of them gets its description from the library; what the author wrote in the text stays. */
export const withDescriptions = (html: string, descriptions: ReadonlyMap<number, string>): string =>
  html.replace(imageTags, (tag) => {
    const description = isUndescribed(tag) ? descriptions.get(ownImage(tag) ?? 0) : undefined;
    if (!description) return tag;
    // By functions: a description may hold what `replace` takes for a pattern.
    return tag.replace(/\salt(="")?(?=[\s/>])/, '').replace('<img', () => `<img alt="${escapeHtml(description)}"`);
  });
