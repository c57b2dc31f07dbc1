import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isOnServer } from './on-server.ts';
import { noteTitle } from './render-context.ts';
import { school } from './school.ts';

const whole = (title: string) => `${title} · ${school.name}`;

export const writeTitle = (title: string): void => {
  document.title = whole(title);
};

/** Effects do not run where the server draws. */
export function useServerTitle(title: string | undefined): void {
  if (isOnServer && title) noteTitle(whole(title));
}

/** The name of what is shown, once it is known; until then the screen's own title stands. */
export function usePageTitle(title: string | undefined): void {
  const [location] = useLocation();
  useServerTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the way to another address the screen's own title comes first
  useEffect(() => {
    if (title) writeTitle(title);
  }, [title, location]);
}
