/// <reference types="vite/client" />
import type { Block } from '#web/lib/markdown.ts';

/** Made by `npm run pictures` from the sample school. A phone's name begins with `phone-`. */
const files = import.meta.glob<string>('../../../../docs/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const PICTURE = /^\.\.\/pictures\/([a-z-]+)\.webp$/;

export type Picture = { name: string; alt: string };

/** A paragraph that is nothing but a picture: `![words](../pictures/name.webp)`. */
export function pictureIn(block: Block): Picture | undefined {
  if (block.kind !== 'paragraph' || block.text.length !== 2) return undefined;
  const [mark, link] = block.text;
  if (mark?.text !== '!' || link?.kind !== 'link') return undefined;
  const name = PICTURE.exec(link.href)?.[1];
  return name === undefined ? undefined : { name, alt: link.text };
}

export function addressOfPicture(name: string): string {
  const address = files[`../../../../docs/pictures/${name}.webp`];
  if (address === undefined) throw new Error(`There is no picture ${name}: add it to bench/shots.ts.`);
  return address;
}
