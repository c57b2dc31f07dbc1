import type { FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { relyingParty } from './relying-party.ts';

export const partyOf = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest) =>
  relyingParty(config.publicUrl, request.host);

export function requiredPartyOf(deps: Pick<Deps, 'config'>, request: FastifyRequest) {
  const party = partyOf(deps, request);
  if (party) return party;
  throw new AppError('passkeys_unavailable', 'Neste endereço não há chaves de acesso. Use sua senha.');
}
