import type { Config } from '../../config.ts';
import { createApiPix } from './api-pix.ts';
import { createAsaas } from './asaas.ts';
import type { PixProvider } from './provider.ts';

/** The provider that the operator chose; undefined where there is none. */
export function openProvider(
  { pixProvider }: Pick<Config, 'pixProvider'>,
  school: { readonly now: { pix: { key: string }; supportEmail: string } },
): PixProvider | undefined {
  if (!pixProvider) return undefined;
  const key = () => school.now.pix.key;
  if (pixProvider.name === 'asaas') return createAsaas({ ...pixProvider, key, email: () => school.now.supportEmail });
  return createApiPix({ ...pixProvider, key });
}
