import { useState } from 'react';
import { localStore } from '#web/lib/safe-storage.ts';

/** How a reader likes lessons on this device. */
export type ReadingLook = {
  size: 'normal' | 'large' | 'larger' | 'largest';
  width: 'narrow' | 'normal' | 'wide';
  paper: 'theme' | 'sepia';
};

const plain: ReadingLook = { size: 'normal', width: 'normal', paper: 'theme' };
const choices: { [Part in keyof ReadingLook]: readonly ReadingLook[Part][] } = {
  size: ['normal', 'large', 'larger', 'largest'],
  width: ['narrow', 'normal', 'wide'],
  paper: ['theme', 'sepia'],
};

/** A taste of the eye, like the theme: it belongs to the device and says nothing about anybody. */
const KEY = 'reading-look';

/** What was kept, part by part: a value of another version is as if it were not there. */
export function readLook(kept: string | null): ReadingLook {
  const values = (kept ?? '').split(' ');
  const pick = <Part extends keyof ReadingLook>(part: Part, at: number): ReadingLook[Part] =>
    choices[part].find((value) => value === values[at]) ?? plain[part];
  return { size: pick('size', 0), width: pick('width', 1), paper: pick('paper', 2) };
}

export const writeLook = ({ size, width, paper }: ReadingLook): string => `${size} ${width} ${paper}`;

export function useReadingLook(): [ReadingLook, (change: Partial<ReadingLook>) => void] {
  const [look, setLook] = useState(() => readLook(localStore.read(KEY)));
  const change = (part: Partial<ReadingLook>) => {
    const next = { ...look, ...part };
    setLook(next);
    localStore.write(KEY, writeLook(next));
  };
  return [look, change];
}
