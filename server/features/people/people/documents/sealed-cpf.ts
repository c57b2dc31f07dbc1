import type { Config } from '#server/config.ts';
import { keyedHash } from '#server/tokens/keyed-hash.ts';
import { sealing } from '#server/tokens/sealed.ts';

type Secret = Pick<Config, 'sessionSecret'>;

const one = sealing('cpf');
const many = sealing('cpfs of an import');

/** Encrypted for one person: copied to another row it cannot be decrypted. */
export const sealCpf = ({ sessionSecret }: Secret, userId: string, cpf: string): Buffer =>
  one.seal(sessionSecret, userId, Buffer.from(cpf));

/** Null when it was encrypted with another secret of the server. */
export const unsealCpf = ({ sessionSecret }: Secret, userId: string, sealed: Buffer): string | null =>
  one.unseal(sessionSecret, userId, sealed)?.toString() ?? null;

export const hashCpf = ({ sessionSecret }: Secret, cpf: string): Buffer =>
  Buffer.from(keyedHash(sessionSecret, 'cpf', cpf), 'base64url');

export type CpfsByLine = Readonly<Record<number, string>>;

/** All CPFs of an import in one value: thousands of separate ones would block the event loop. */
export const sealCpfs = ({ sessionSecret }: Secret, creationKey: string, cpfs: CpfsByLine): Buffer =>
  many.seal(sessionSecret, creationKey, Buffer.from(JSON.stringify(cpfs)));

export function unsealCpfs({ sessionSecret }: Secret, creationKey: string, sealed: Buffer): CpfsByLine | null {
  const text = many.unseal(sessionSecret, creationKey, sealed);
  return text && (JSON.parse(text.toString()) as CpfsByLine);
}
