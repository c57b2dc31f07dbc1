import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { type Chance, chanceOf } from './chance.ts';

let current: Chance = chanceOf('before the first step');

/** From now on every identifier, code and token of the product comes from this stream. */
export const setChance = (chance: Chance): void => {
  current = chance;
};

/**
 * Replaces the random functions of node:crypto in this process, for modules that are loaded already, too. The product
 * imports them directly; handing a generator through every service would change the product for the simulator alone.
 */
export function seedCrypto(): void {
  const { createECDH } = crypto;
  const seededECDH = (curve: string) => {
    const pair = createECDH(curve);
    const generateKeys = () => pair.setPrivateKey(current.bytes(32));
    return Object.assign(pair, { generateKeys });
  };
  const replaced = {
    createECDH: seededECDH,
    randomBytes: (size: number) => current.bytes(size),
    randomUUID: () => current.uuid(),
    randomInt: (first: number, second?: number) =>
      second === undefined ? current.int(first) : first + current.int(second - first),
  };
  Object.assign(crypto, replaced);
  syncBuiltinESMExports();
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: () => current.uuid(), configurable: true });
  Math.random = () => current.next();
}
