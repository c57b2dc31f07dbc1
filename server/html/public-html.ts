import { cleanLessonHtml } from './lesson-html.ts';

export type PublicHtml = { html: string; images: number[] };

/**
 * Stored HTML for a public page: sanitised again, with our images at addresses that need no session, and without
 * images of other sites, because a page of the product makes no third-party requests.
 */
export function publicHtml(
  stored: string,
  addressOf: (imageId: number) => string,
  /** Long texts are sanitised in a worker before. */
  clean: (html: string) => string = (html) => cleanLessonHtml(html).html,
): PublicHtml {
  const images: number[] = [];
  // In the sanitiser's output every tag is written in one way, and no attribute contains a bracket.
  const html = clean(stored).replace(/<img\b[^<>]*>/g, (tag) => {
    const [src, id] = /\ssrc="\/api\/media\/(\d{1,10})(?:-[0-9a-f]{32})?"/.exec(tag) ?? [];
    if (src === undefined || id === undefined) return '';
    images.push(Number(id));
    return tag.replace(src, ` src="${addressOf(Number(id))}" loading="lazy"`);
  });
  // As in the app's reader: stylesheets cannot distinguish `I` from `i` in the type attribute.
  const numbered = html.replace(/<ol\b[^<>]*\stype="([aAiI])"/g, '$& data-numbering="$1"');
  // A recording of the school is only for readers of the lesson: here only its title is shown.
  return { html: numbered.replace(/<a class="video" href="\/api\/[^<>]*>/g, '<a>'), images };
}
