import { cleanLessonHtml } from './lesson-html.ts';

export type PublicHtml = { html: string; images: number[] };

/**
 * Stored HTML for a page that anybody may open: cleaned once more, own images by an address that asks for no session,
 * and none from elsewhere, because a page of the product asks nothing of anybody else.
 */
export function publicHtml(
  stored: string,
  addressOf: (imageId: number) => string,
  /** Long texts are cleaned in a worker before they come here. */
  clean: (html: string) => string = (html) => cleanLessonHtml(html).html,
): PublicHtml {
  const images: number[] = [];
  // Behind the sanitiser every tag is written in one way, and no attribute holds a bracket.
  const html = clean(stored).replace(/<img\b[^<>]*>/g, (tag) => {
    const [src, id] = /\ssrc="\/api\/media\/(\d{1,10})(?:-[0-9a-f]{32})?"/.exec(tag) ?? [];
    if (src === undefined || id === undefined) return '';
    images.push(Number(id));
    return tag.replace(src, ` src="${addressOf(Number(id))}" loading="lazy"`);
  });
  // As the app's own reader does: style sheets cannot tell `I` from `i` by the type.
  const numbered = html.replace(/<ol\b[^<>]*\stype="([aAiI])"/g, '$& data-numbering="$1"');
  // A recording of the school's own is for those who may read the lesson: here it is its title.
  return { html: numbered.replace(/<a class="video" href="\/api\/[^<>]*>/g, '<a>'), images };
}
