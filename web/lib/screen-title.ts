import { createContext } from 'react';

/** The title that the header shows on a phone instead of the logo; null: it shows the logo. */
export const ScreenTitle = createContext<string | null>(null);
