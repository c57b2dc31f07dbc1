import { createHash } from 'node:crypto';
import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import { checkBrand, paletteOf } from '#contract/platform/brand-palette.ts';
import type { School } from './school.ts';

export type BrandSettings = Pick<School, 'schoolName' | 'logo' | 'logoDark' | 'mark' | 'colour' | 'accent'>;

/** The files under /brand/, rendered from the settings (server/pictures/brand-pictures.ts). */
export const brandFiles = [
  'logo.png',
  'logo-dark.png',
  'mark.png',
  'icon-32.png',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'link.png',
] as const;
export type BrandFile = (typeof brandFiles)[number];

/** The colours in use: one that was stored before contrast was checked, and is not readable, is not used. */
export function brandColours({ colour, accent }: Pick<BrandSettings, 'colour' | 'accent'>) {
  const { isColourReadable, isAccentReadable } = checkBrand({ colour, accent });
  return { colour: isColourReadable ? colour : BRAND_NAVY, accent: isAccentReadable ? accent : BRAND_SUN };
}

const PRODUCT_NAME = 'Alvorada';
/** The look of a school that has chosen none. */
export const productBrand = { logo: null, logoDark: null, mark: null, colour: BRAND_NAVY, accent: BRAND_SUN };

/** Whether the school has its own colours, logo or symbol. */
export const hasOwnLook = (brand: BrandSettings): boolean =>
  Boolean(brand.logo || brand.logoDark || brand.mark) || paletteOf(brand) !== null;

/** Whether links to the school show its own picture: the product's picture does not name another school. */
export const hasOwnLinkPicture = (brand: BrandSettings): boolean =>
  hasOwnLook(brand) || brand.schoolName !== PRODUCT_NAME;

/** Changes with everything that a file under /brand/ shows. Part of its address, so that browsers may keep it. */
export const brandVersion = ({ schoolName, logo, logoDark, mark, colour, accent }: BrandSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([schoolName, logo, logoDark, mark, colour, accent]))
    .digest('base64url')
    .slice(0, 10);

export const brandAddress = (brand: BrandSettings, file: BrandFile): string =>
  `/brand/${file}?v=${brandVersion(brand)}`;

/** Addresses of the icons in a document's head and in the manifest. */
export function iconsOf(brand: BrandSettings) {
  if (!hasOwnLook(brand)) {
    return {
      small: '/favicon.ico',
      /** Null: the browser takes the small one. */
      vector: '/favicon.svg',
      touch: '/apple-touch-icon.png',
      medium: '/icon-192.png',
      large: '/icon-512.png',
      maskable: '/icon-maskable-512.png',
    };
  }
  const address = (file: BrandFile) => brandAddress(brand, file);
  return {
    small: address('icon-32.png'),
    vector: null,
    touch: address('icon-180.png'),
    medium: address('icon-192.png'),
    large: address('icon-512.png'),
    maskable: address('icon-maskable-512.png'),
  };
}

export const linkPictureOf = (brand: BrandSettings): string =>
  hasOwnLinkPicture(brand) ? brandAddress(brand, 'link.png') : '/og.png';

const rule = (selector: string, declarations: Record<string, string>): string =>
  `${selector}{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** A picture in place of what an element of the page contains. */
const pictured = (address: string) => ({ background: `url(${address}) left center/contain no-repeat` });
/** Space around a logo that is shown on a background it was not made for. */
const plate = (colour: string) => ({
  'background-color': colour,
  'background-origin': 'content-box',
  padding: '4px 8px',
  'border-radius': '6px',
});

/** By the theme that the browser or the person has chosen. `inside`: an element of the page; without it, its root. */
const inDark = (declarations: Record<string, string>, inside = ''): string =>
  `@media (prefers-color-scheme:dark){${rule(`html:root:not([data-theme=light])${inside}`, declarations)}}` +
  rule(`html:root[data-theme=dark]${inside}`, declarations);

function logoRules(brand: BrandSettings): string[] {
  const { logo, logoDark } = brand;
  if (!logo && !logoDark) return [];
  const light = brandAddress(brand, logo ? 'logo.png' : 'logo-dark.png');
  const onDark = logoDark ? pictured(brandAddress(brand, 'logo-dark.png')) : { ...pictured(light), ...plate('#fff') };
  return [
    rule('html:root [data-logo]', {
      display: 'inline-block',
      width: '8em',
      'max-width': '100%',
      height: '1.7em',
      'print-color-adjust': 'exact',
    }),
    rule('html:root [data-logo]', { ...pictured(light), ...(logo ? {} : plate('var(--night)')) }),
    inDark(onDark, ' [data-logo]'),
    rule('html:root .on-night [data-logo][data-logo]', onDark),
    rule('html:root [data-logo]>*', { display: 'none' }),
  ];
}

/**
 * The rules of a school with its own look, for the head of every document; null for the product's own. Elements with
 * `data-logo` show the logo, those with `data-mark` the symbol. The values are colours and addresses of our own making.
 */
export function brandStyle(brand: BrandSettings): string | null {
  if (!hasOwnLook(brand)) return null;
  const palette = paletteOf(brand);
  return [
    ...(palette
      ? [
          rule('html:root', palette.light),
          inDark(palette.dark),
          rule('.on-night .text-sun', { color: 'var(--sun-on-night)' }),
        ]
      : []),
    ...(brand.mark
      ? [
          rule('html:root [data-mark]', {
            background: `url(${brandAddress(brand, 'mark.png')}) center/contain no-repeat`,
          }),
          rule('html:root [data-mark]>*', { display: 'none' }),
        ]
      : []),
    ...logoRules(brand),
  ].join('');
}
