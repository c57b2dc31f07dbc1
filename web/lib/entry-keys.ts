declare const made: unique symbol;
export type Key = readonly unknown[] & { readonly [made]: true };

/** For `query-keys.ts`. */
export const makeKey = (...parts: unknown[]) => parts as readonly unknown[] as Key;
const key = makeKey;

/** The query keys that visitors need, apart from the others (`query-keys.ts`), so that they load no more. */
export const entryKeys = {
  session: key('session'),
  logout: key('logout'),
  resetLink: (token: string) => key('reset-link', token),
  invitation: (token: string) => key('invitation', token),
  emailLink: (token: string) => key('email-link', token),
  usedLink: (token: string) => key('used-link', token),
  ownEmail: key('own-email'),
  google: key('google'),
  exampleLogins: key('example-logins'),
  loginSetUp: (ticket: string) => key('login-set-up', ticket),
};
