import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isOnServer } from './on-server.ts';
import { noteTitle } from './render-context.ts';
import { school } from './school.ts';

const whole = (title: string) => `${title} · ${school.name}`;

export const writeTitle = (title: string): void => {
  document.title = whole(title);
};

/** Sets the title on the server, where effects do not run. */
export function useServerTitle(title: string | undefined): void {
  if (isOnServer && title) noteTitle(whole(title));
}

/** Sets the title to the name of the content, once it is known; until then the title of the screen is shown. */
export function usePageTitle(title: string | undefined): void {
  const [location] = useLocation();
  useServerTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a navigation the screen's title is set first
  useEffect(() => {
    if (title) writeTitle(title);
  }, [title, location]);
}
