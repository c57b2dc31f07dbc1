import { screens } from '#contract/screens.ts';

/** Every path of the product. Screens never write a path literally. */
export const paths = {
  ...screens,
  /** Not a screen: the server redirects it to the login page. */
  loginDocument: '/api/login',
} as const;
