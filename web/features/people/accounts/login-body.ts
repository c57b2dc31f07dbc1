import { login } from '#contract/people/accounts.ts';

/** By itself: most who open the login only look, or are let in by a key. */
export const loginBody = login.body;
