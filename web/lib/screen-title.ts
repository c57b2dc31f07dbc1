import { createContext } from 'react';

/** The title that a phone's header shows instead of the logo, or null where it shows the logo. */
export const ScreenTitle = createContext<string | null>(null);
