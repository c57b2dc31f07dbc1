import { useBrowserState } from '#web/lib/hydration.ts';
import { localStore } from '#web/lib/safe-storage.ts';

/** How a reader likes lessons on this device. */
export type ReadingAppearance = {
  size: 'normal' | 'large' | 'larger' | 'largest';
  width: 'narrow' | 'normal' | 'wide';
  paper: 'theme' | 'sepia';
};

const plain: ReadingAppearance = { size: 'normal', width: 'normal', paper: 'theme' };
const choices: { [Part in keyof ReadingAppearance]: readonly ReadingAppearance[Part][] } = {
  size: ['normal', 'large', 'larger', 'largest'],
  width: ['narrow', 'normal', 'wide'],
  paper: ['theme', 'sepia'],
};

/** A preference like the theme: it belongs to the device, not to the account. */
const KEY = 'reading-look';

/** Reads the stored values one by one: an invalid value of another release is ignored. */
export function readAppearance(kept: string | null): ReadingAppearance {
  const values = (kept ?? '').split(' ');
  const pick = <Part extends keyof ReadingAppearance>(part: Part, at: number): ReadingAppearance[Part] =>
    choices[part].find((value) => value === values[at]) ?? plain[part];
  return { size: pick('size', 0), width: pick('width', 1), paper: pick('paper', 2) };
}

export const saveAppearance = ({ size, width, paper }: ReadingAppearance): string => `${size} ${width} ${paper}`;

export function useReadingAppearance(): [ReadingAppearance, (change: Partial<ReadingAppearance>) => void] {
  const [look, setLook] = useBrowserState(() => readAppearance(localStore.read(KEY)), plain);
  const change = (part: Partial<ReadingAppearance>) => {
    const next = { ...look, ...part };
    setLook(next);
    localStore.write(KEY, saveAppearance(next));
  };
  return [look, change];
}
