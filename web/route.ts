import type { ComponentType } from 'react';
import type { LoadPart } from './lib/drawn-parts.ts';

/** Who may see a screen, besides having a session. */
export type Guard = 'teacher' | 'publish' | 'office' | 'admin';

export type Route = {
  path: string;
  load: LoadPart<{ default: ComponentType }>;
  title: string;
  guard?: Guard;
};
