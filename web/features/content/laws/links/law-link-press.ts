import type { LawLink } from '#contract/content/law-citations.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { linkAt } from './link-quotes.ts';

/** What a quote of any text leads to. */
export type CitedLaw = Omit<LawLink, 'occurrence'>;

export const hrefOf = ({ lawId, article, lexId }: Pick<CitedLaw, 'lawId' | 'article' | 'lexId'>): string => {
  if (lawId === null) return lawScreens.list;
  return article === null ? lawScreens.law(lawId) : `${lawScreens.article(lawId, article)}#${lexId}`;
};

/** Calls back when one of the links of a text is pressed; with a key held the browser opens it itself. */
export function onLinkPress<L>(root: HTMLElement, links: readonly L[], onPress: (link: L) => void): () => void {
  const press = (event: MouseEvent) => {
    const index = linkAt(event.target);
    const link = index === null ? undefined : links[index];
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    onPress(link);
  };
  root.addEventListener('click', press);
  return () => root.removeEventListener('click', press);
}
