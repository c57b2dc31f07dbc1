import type { Config } from '#server/config.ts';

/** A page of the product as a link in an e-mail. */
export const pageAddress = (config: Pick<Config, 'publicUrl' | 'port'>, path: string): string =>
  `${config.publicUrl ?? `http://localhost:${config.port}`}${path}`;
