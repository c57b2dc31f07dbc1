import type { Plant } from './plants.ts';

/** The source of a file with the fault in it. */
export function planted({ name, was, becomes }: Plant, text: string): string {
  const pieces = text.split(was);
  if (pieces.length !== 2) throw new Error(`The plant ${name} fits ${pieces.length - 1} times.`);
  return pieces.join(becomes);
}
