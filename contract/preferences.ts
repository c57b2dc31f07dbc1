import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const themes = ['system', 'light', 'dark'] as const;

export const preferences = z.object({
  theme: z.enum(themes),
  /** Single-letter shortcuts (tables, simulado). */
  shortcuts: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  access: 'signedIn',
  summary: "The caller's settings.",
  response: preferences,
});

export const updatePreferences = endpoint({
  method: 'PATCH',
  path: '/api/preferences',
  access: 'signedIn',
  summary: "Changes the caller's settings; fields left out stay.",
  body: z.partial(preferences),
  response: preferences,
});
