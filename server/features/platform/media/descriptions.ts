import { escapeHtml } from '#contract/escape-html.ts';

/** Cleaned HTML contains no bare `<` or `>` inside an attribute: a tag ends at the first one. */
const imageTags = /<img\b[^<>]*>/g;

function ownImage(tag: string): number | null {
  const found = /\ssrc="\/api\/media\/(\d{1,9})(?:-[0-9a-f]{32})?"/.exec(tag);
  return found ? Number(found[1]) : null;
}

const isUndescribed = (tag: string) => !/\salt="[^"]/.test(tag);

/** Images of the product in sanitised HTML that have no description for screen readers. */
export const undescribedImages = (html: string): number[] => [
  ...new Set((html.match(imageTags) ?? []).filter(isUndescribed).flatMap((tag) => ownImage(tag) ?? [])),
];

/** Each of them gets its description from the library; what the author wrote in the text stays. */
export const withDescriptions = (html: string, descriptions: ReadonlyMap<number, string>): string =>
  html.replace(imageTags, (tag) => {
    const description = isUndescribed(tag) ? descriptions.get(ownImage(tag) ?? 0) : undefined;
    if (!description) return tag;
    // A replacer function, because a description may contain replacement patterns such as `$&`.
    return tag.replace(/\salt(="")?(?=[\s/>])/, '').replace('<img', () => `<img alt="${escapeHtml(description)}"`);
  });
