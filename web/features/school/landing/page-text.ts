import { createContext, useContext } from 'react';
import type { PageValues } from '#contract/school/page-values.ts';
import { type Placeholder, placeholders } from '#contract/school/site-content.ts';
import { automaticLineOf } from './payment-lines.ts';

/** Values that may be missing. A sentence that names a missing one is left out. */
const mayBeMissing: readonly Placeholder[] = ['desconto', 'vagas', 'outras formas', 'questões', 'aulas', 'simulados'];

/** The owner's texts with the values of the school. The contract allows no other braces than known names. */
export function pageText(values: PageValues) {
  const isComplete = (text: string) =>
    mayBeMissing.every((name) => !text.includes(`{${name}}`) || values[placeholders[name]]);

  /** The text with its values. For callers that check `isComplete`, and for texts that name no value that may be missing. */
  const fill = (text: string): string =>
    text.replace(/\{([^{}]*)\}/g, (_, name: Placeholder) => values[placeholders[name]] ?? '');

  /** Each sentence is shown only when the values that it names exist. */
  const sentences = (text: string): string =>
    (text.match(/[\s\S]*?(?:[.!?](?=\s|$)|$)/g) ?? []).filter(isComplete).map(fill).join('');

  return {
    values,
    fill,
    /** The text as the page shows it. A default line about proofs has another form while a provider confirms payments. */
    write: (text: string): string => sentences((values.confirmsPayments && automaticLineOf(text)) || text),
    /**
     * Whether an item of a list is shown: `title` is its main text, whose values must exist. All that mentions WhatsApp
     * is left out together with its promise.
     */
    isShown: (title: string, ...texts: string[]): boolean =>
      isComplete(title) && (values.helpsByWhatsapp || ![title, ...texts].some((text) => /whatsapp/i.test(text))),
  };
}
export type PageText = ReturnType<typeof pageText>;

const PageTextContext = createContext<PageText | null>(null);
export const PageTextProvider = PageTextContext.Provider;

export function usePageText(): PageText {
  const page = useContext(PageTextContext);
  if (!page) throw new Error('A part of a public page is rendered outside of its document.');
  return page;
}

/** "Camila Nogueira" → CN */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};
