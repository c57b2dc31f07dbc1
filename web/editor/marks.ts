import { Mark } from '@tiptap/core';
import { Highlight } from '@tiptap/extension-highlight';
import { Link } from '@tiptap/extension-link';
import { isHighlight } from '#contract/content/lesson-highlight.ts';
import { isLessonLink, NEW_WINDOW_REL } from '#contract/content/lesson-html.ts';
import { noteAnchor } from '#contract/content/lesson-notes.ts';

/** Superscript or subscript; they exclude each other. */
const shifted = (name: 'superscript' | 'subscript', tag: 'sup' | 'sub', align: string, key: string) =>
  Mark.create({
    name,
    excludes: 'superscript subscript',
    parseHTML: () => [{ tag }, { style: 'vertical-align', getAttrs: (value) => (value === align ? null : false) }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const Superscript = shifted('superscript', 'sup', 'super', 'Mod-.');
export const Subscript = shifted('subscript', 'sub', 'sub', 'Mod-,');

/** Highlights of Word, Docs and web pages become the toolbar's highlight. */
export const LessonHighlight = Highlight.extend({
  parseHTML: () => [
    { tag: 'mark' },
    {
      tag: 'span[style*="background"], font[style*="background"]',
      consuming: false,
      getAttrs: (element) => (isHighlight(element.getAttribute('style') ?? '') ? null : false),
    },
  ],
});

const isInside = (href: unknown) => typeof href === 'string' && href.startsWith('#');

/** Links open a new window, except links within the text, such as footnotes, which also keep their id. */
export const LessonLink = Link.extend({
  addAttributes() {
    const { class: _, title: __, ...attributes } = this.parent?.() ?? {};
    return {
      ...attributes,
      id: {
        default: null,
        parseHTML: (element: HTMLElement) => (noteAnchor.test(element.id) ? element.id : null),
      },
    };
  },
  renderHTML(props) {
    const { target, rel, ...attributes } = props.HTMLAttributes;
    return isInside(attributes.href) ? ['a', attributes, 0] : (this.parent?.(props) ?? ['a', attributes, 0]);
  },
}).configure({
  openOnClick: false,
  autolink: true,
  defaultProtocol: 'https',
  HTMLAttributes: { target: '_blank', rel: NEW_WINDOW_REL },
  isAllowedUri: (address) => isLessonLink(address),
});
