import { login } from '#contract/people/accounts.ts';

/** A separate module, loaded on demand: most visits to the login page need no form validation. */
export const loginBody = login.body;
