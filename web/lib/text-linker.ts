import { createContext, type RefObject, useContext, useEffect } from 'react';

/** Makes passages of a shown text links. Returns what takes them out again. */
export type TextLinker = (root: HTMLElement) => () => void;

/** Texts below it have links; null leaves them as they are. */
export const TextLinks = createContext<TextLinker | null>(null);

/** Links the passages of a text once it is on the page, and again when it changes. */
export function useTextLinks(root: RefObject<HTMLElement | null>, text: unknown): void {
  const link = useContext(TextLinks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another DOM.
  useEffect(() => (link && root.current ? link(root.current) : undefined), [link, root, text]);
}
