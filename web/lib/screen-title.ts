import { createContext, useContext } from 'react';

/** The title that a phone's header shows instead of the logo, or null where it shows the logo. */
export const ScreenTitle = createContext<string | null>(null);

/** Whether the header of a phone shows this title already, so that the screen does not show it a second time. */
export const useIsInHeader = (title: unknown): boolean => useContext(ScreenTitle) === title;
