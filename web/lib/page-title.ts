import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { school } from './school.ts';

export const writeTitle = (title: string): void => {
  document.title = `${title} · ${school.name}`;
};

/** The name of what is shown, once it is known; until then the screen's own title stands. */
export function usePageTitle(title: string | undefined): void {
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way to another address the screen's own title comes first
  useEffect(() => {
    if (title) writeTitle(title);
  }, [title, location]);
}
