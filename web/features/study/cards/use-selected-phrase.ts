import { type RefObject, useEffect, useState } from 'react';
import { CARD_TEXT_MAX } from '#contract/study/card-limits.ts';

/** The nearest element around `part` whose text cards are made of. */
const areaOf = (part: Element | null) => part?.closest('[data-card-text], article, section');

/** The phrase that is selected in the text around an element; empty where nothing is. */
export function useSelectedPhrase(part: RefObject<Element | null>): string {
  const [phrase, setPhrase] = useState('');
  useEffect(() => {
    const read = () => {
      const selection = getSelection();
      const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
      const isHere = range && !range.collapsed && areaOf(part.current)?.contains(range.commonAncestorContainer);
      setPhrase(isHere ? range.toString().replace(/\s+/g, ' ').trim().slice(0, CARD_TEXT_MAX) : '');
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [part]);
  return phrase;
}
