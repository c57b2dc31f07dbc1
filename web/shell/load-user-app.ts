/** The frame of every screen with a session: the header, the tabs, the table of screens. */
export const loadUserApp = () => import('./user-app.tsx');
