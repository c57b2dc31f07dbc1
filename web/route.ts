import type { ComponentType } from 'react';

/** Who may see a screen, besides having a session. */
export type Guard = 'teacher' | 'publish' | 'office' | 'admin';

export type Route = {
  path: string;
  load: () => Promise<{ default: ComponentType }>;
  title: string;
  guard?: Guard;
};
