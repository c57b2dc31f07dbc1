import { screens } from '#contract/screens.ts';

/** Every path of the product. Screens never spell one. */
export const paths = {
  ...screens,
  /** Not a screen: the server leads it to the login page. */
  loginDocument: '/api/login',
} as const;
