import createPurifier, { type Config } from 'dompurify';
import { isHighlight } from '#contract/content/lesson-highlight.ts';
import {
  imageSchemes,
  lessonAttribute,
  lessonAttributeNames,
  lessonTags,
  linkSchemes,
  NEW_WINDOW_REL,
} from '#contract/content/lesson-html.ts';
import { mathAttribute, mathAttributeNames, mathTags } from '#contract/content/lesson-math.ts';
import { storedVideo } from '#contract/content/lesson-video.ts';

const isMath = (element: Element | null) => element?.namespaceURI?.endsWith('MathML') ?? false;

/** A separate DOMPurify instance, so that its hooks apply to this file only. */
function makePurifier() {
  const purifier = createPurifier(window);
  /** Texts stored before colours were dropped mark a highlight by a style: it becomes <mark>. */
  purifier.addHook('beforeSanitizeAttributes', (element) => {
    if (element.tagName !== 'SPAN' || !isHighlight(element.getAttribute('style') ?? '')) return;
    const mark = document.createElement('mark');
    mark.append(...element.childNodes);
    element.replaceChildren(mark);
  });
  purifier.addHook('uponSanitizeAttribute', (element, data) => {
    const judge = isMath(element) ? mathAttribute : lessonAttribute;
    const value = judge(element.tagName.toLowerCase(), data.attrName, data.attrValue);
    if (value === null) data.keepAttr = false;
    else data.attrValue = value;
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    // A formula contains no HTML, not even where a browser would allow it.
    if (!isMath(element) && isMath(element.parentElement)) element.replaceWith(element.textContent);
    if (element.matches('a.video')) {
      const address = storedVideo(element.getAttribute('href') ?? '');
      if (address) element.setAttribute('href', address);
      else element.removeAttribute('class');
    }
    if (element.hasAttribute('target')) element.setAttribute('rel', NEW_WINDOW_REL);
    if (element.tagName === 'IMG' && !element.hasAttribute('src')) element.remove();
  });
  return purifier;
}

/** Created at the first text: this module is also loaded without a window. */
let purifier: ReturnType<typeof makePurifier> | undefined;

const schemes = [...new Set([...linkSchemes, ...imageSchemes])].join('|');

const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...lessonTags, ...mathTags],
  ALLOWED_ATTR: [...lessonAttributeNames, ...mathAttributeNames],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: new RegExp(`^(?:(?:${schemes}):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\-:]|$))`, 'i'),
  RETURN_DOM_FRAGMENT: true,
};

/** Sanitises lesson HTML into nodes that are safe to show, whatever the server sent. */
export function sanitizeToFragment(html: string): DocumentFragment {
  purifier ??= makePurifier();
  return purifier.sanitize(html, config);
}
