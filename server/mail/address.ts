import type { Config } from '#server/config.ts';

/** The address of a page of the product, for a link in an e-mail. */
export const pageAddress = (config: Pick<Config, 'publicUrl' | 'port'>, path: string): string =>
  `${config.publicUrl ?? `http://localhost:${config.port}`}${path}`;
