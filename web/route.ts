import type { ComponentType } from 'react';
import type { LoadChunk } from './lib/render-context.ts';

/** Who may see a screen, besides having a session. */
export type Guard = 'teacher' | 'publish' | 'office' | 'admin';

export type Route = {
  path: string;
  load: LoadChunk<{ default: ComponentType }>;
  title: string;
  guard?: Guard;
};
