import { type ApiPixSettings, createApiPix } from './api-pix.ts';
import { type AsaasSettings, createAsaas } from './asaas.ts';
import type { PixProvider } from './provider.ts';

type Settings = Omit<ApiPixSettings & AsaasSettings, 'key' | 'email'> & { name: 'api-pix' | 'asaas' };

/** The provider that the operator configured; undefined: none. */
export function openProvider(
  { pixProvider }: { pixProvider: Settings | undefined },
  school: { readonly now: { pix: { key: string }; supportEmail: string } },
): PixProvider | undefined {
  if (!pixProvider) return undefined;
  const key = () => school.now.pix.key;
  if (pixProvider.name === 'asaas') return createAsaas({ ...pixProvider, key, email: () => school.now.supportEmail });
  return createApiPix({ ...pixProvider, key });
}
