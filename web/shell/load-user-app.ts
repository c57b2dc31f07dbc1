/** What is around every screen of somebody who is logged in: the header, the tabs, the table of screens. */
export const loadUserApp = () => import('./user-app.tsx');
