import type { Config } from '../../config.ts';
import { createApiPix } from './api-pix.ts';
import type { PixProvider } from './provider.ts';

/** The provider that the operator chose; undefined where there is none. */
export function openProvider(
  { pixProvider }: Pick<Config, 'pixProvider'>,
  school: { readonly now: { pix: { key: string } } },
): PixProvider | undefined {
  return pixProvider && createApiPix({ ...pixProvider, key: () => school.now.pix.key });
}
