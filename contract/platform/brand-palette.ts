import { BRAND_NAVY, BRAND_SUN } from './brand.ts';

/*
 * The colours of the product for a school with its own two colours. The server writes them into every document and the
 * owner's preview shows them, so both take them from here. Every pair of text and surface that is derived reaches the
 * contrast of WCAG 2.2 AA, or the school's colour is refused.
 */

/** Minimum contrast of text, and of a shape that carries meaning (WCAG 2.2 AA). */
export const TEXT_CONTRAST = 4.5;
export const SHAPE_CONTRAST = 3;

export const WHITE = '#ffffff';
const BLACK = '#000000';
/** Surfaces and texts of web/styles/tokens.css in both themes, as sRGB. A test holds them together. */
export const surfaces = {
  light: { canvas: '#fbf8f4', surface: '#fffefd', ink: BRAND_NAVY, soft: '#4a5872' },
  dark: { canvas: '#0a1220', surface: '#121b2c', ink: '#e5eaf0', soft: '#a9b4c5' },
  onSun: '#0d1c36',
};

type Oklch = { l: number; c: number; h: number };
type Rgb = readonly [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);

const linearOf = (colour: string): Rgb =>
  [1, 3, 5].map((at) => toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as unknown as Rgb;

const hexOf = (linear: Rgb): string =>
  `#${linear
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, fromLinear(value))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The matrices of CSS Color 4. */
function oklchOf(colour: string): Oklch {
  const [red, green, blue] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

function linearOfOklch({ l: lightness, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isInGamut = (linear: Rgb) => linear.every((value) => value >= -0.0005 && value <= 1.0005);

/** The same hue with another lightness; the chroma shrinks until a screen can show it. */
function withLightness(colour: string, lightness: number, chromaMax = Number.POSITIVE_INFINITY): string {
  const { c, h } = oklchOf(colour);
  const l = Math.min(1, Math.max(0, lightness));
  for (let chroma = Math.min(c, chromaMax); chroma > 0.002; chroma -= 0.004) {
    const linear = linearOfOklch({ l, c: chroma, h });
    if (isInGamut(linear)) return hexOf(linear);
  }
  return hexOf(linearOfOklch({ l, c: 0, h }));
}

/** `share` of `one` over `other`, as a translucent layer would look. */
const mix = (one: string, other: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [top, below] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
      return Math.round((top ?? 0) * share + (below ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The nearest colour of the same hue that is readable on all of these surfaces; `step` is the direction to search. */
function neighbour(colour: string, on: readonly string[], { least, step }: { least: number; step: 1 | -1 }): string {
  const start = oklchOf(colour).l;
  for (let moved = 0; moved <= 1; moved += 0.01) {
    const tried = moved === 0 ? colour : withLightness(colour, start + step * moved);
    if (on.every((surface) => contrast(tried, surface) >= least)) return tried;
  }
  return step === 1 ? WHITE : BLACK;
}

export type BrandColours = { colour: string; accent: string };

/** White where it is readable, else black. */
export const textOn = (ground: string): string => (contrast(ground, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK);

/** The button of a letter has the accent that the school has chosen, else its main colour. */
export const letterButton = ({ colour, accent }: BrandColours): string => (accent === BRAND_SUN ? colour : accent);

/** What is measured of the two colours. A school may use them when `isColourReadable` and `isAccentReadable` hold. */
export function checkBrand({ colour, accent }: BrandColours) {
  const { canvas, surface } = surfaces.light;
  const whiteOnColour = contrast(WHITE, colour);
  const darkOnAccent = contrast(surfaces.onSun, accent);
  const accentOnPaper = Math.min(contrast(accent, canvas), contrast(accent, surface));
  return {
    whiteOnColour,
    darkOnAccent,
    accentOnPaper,
    isColourReadable: whiteOnColour >= TEXT_CONTRAST,
    isAccentReadable: darkOnAccent >= TEXT_CONTRAST,
    /** The text colour on paper in place of the accent; the accent itself when it is readable. */
    accentText: accentTextOf(accent),
  };
}

/** The tint of the accent on paper carries text in the accent, too. */
const tintOf = (accent: string) => mix(accent, surfaces.light.surface, 0.14);
const nightTintOf = (accent: string) => mix(accent, surfaces.dark.surface, 0.16);
const accentTextOf = (accent: string) =>
  neighbour(accent, [surfaces.light.canvas, surfaces.light.surface, tintOf(accent)], {
    least: TEXT_CONTRAST,
    step: -1,
  });

/** A colour of both themes, or one for each. */
type Themed = string | { light: string; dark: string };
const themed = (light: string, dark: string): Themed => ({ light, dark });

/** Halves of the dark theme that a school's colour leaves as they are; tokens.css has the same. */
export const moonlight = {
  primary: 'oklch(0.925 0.018 250)',
  primaryHover: 'oklch(0.985 0.008 250)',
  onPrimary: 'oklch(0.215 0.055 261)',
  illustrationInk: 'oklch(0.82 0.03 255)',
};

/** The same on the product's own navy. */
export const SOFT_ON_NAVY = '#c3cbd9';

/** Softer words on the colour: as much of the colour in the white as stays readable. */
export function softOn(colour: string): string {
  for (let share = 0.75; share < 1; share += 0.05) {
    const tried = mix(WHITE, colour, share);
    if (contrast(tried, colour) >= TEXT_CONTRAST) return tried;
  }
  return WHITE;
}

function ofColour(colour: string): Record<string, Themed> {
  const { l } = oklchOf(colour);
  const night = withLightness(colour, Math.min(l, 0.25), 0.06);
  const hover = withLightness(colour, l + 0.07);
  return {
    '--night': themed(colour, night),
    '--night-deep': themed(withLightness(colour, l - 0.045), withLightness(colour, 0.15, 0.03)),
    '--night-line': themed(withLightness(colour, l + 0.12), withLightness(colour, 0.34, 0.06)),
    '--on-night': WHITE,
    '--on-night-soft': themed(softOn(colour), softOn(night)),
    '--primary': themed(colour, moonlight.primary),
    '--primary-hover': themed(
      contrast(WHITE, hover) >= TEXT_CONTRAST ? hover : withLightness(colour, l - 0.05),
      moonlight.primaryHover,
    ),
    '--on-primary': themed(WHITE, moonlight.onPrimary),
    '--ill-ink': themed(colour, moonlight.illustrationInk),
    // On paper, whatever the theme.
    '--brand-colour': colour,
  };
}

function ofAccent(accent: string): Record<string, Themed> {
  const { l } = oklchOf(accent);
  const { canvas, surface } = surfaces.light;
  const dark = surfaces.dark;
  const hover = withLightness(accent, l + 0.045);
  const edge = neighbour(accent, [canvas, surface], { least: SHAPE_CONTRAST, step: -1 });
  return {
    '--sun': accent,
    '--sun-hover': hover,
    '--on-sun': surfaces.onSun,
    '--sun-tint': themed(tintOf(accent), nightTintOf(accent)),
    '--sun-ink': themed(
      accentTextOf(accent),
      neighbour(accent, [dark.canvas, dark.surface, nightTintOf(accent)], { least: TEXT_CONTRAST, step: 1 }),
    ),
    '--brand-sun': accent,
    '--brand-sun-edge': edge,
    '--sun-edge': themed(edge, neighbour(accent, [dark.canvas, dark.surface], { least: SHAPE_CONTRAST, step: 1 })),
  };
}

/** The bands of the dawn go from the one colour to the other. Decoration only. */
const dawnOf = ({ colour, accent }: BrandColours): Record<string, string> =>
  Object.fromEntries(
    [0.06, 0.22, 0.4, 0.62, 0.82, 1].map((share, at) => [`--dawn-${at + 1}`, mix(accent, colour, share)]),
  );

/** The accent as a text colour on the school's colour, and on its dark half. */
export const accentOnColour = ({ colour, accent }: BrandColours): string =>
  neighbour(accent, [colour, withLightness(colour, Math.min(oklchOf(colour).l, 0.25), 0.06)], {
    least: TEXT_CONTRAST,
    step: 1,
  });

export type Palette = { light: Record<string, string>; dark: Record<string, string> };

/**
 * The variables of web/styles/tokens.css that differ from the product's own, in the light theme and, where it differs,
 * in the dark one. Null for the product's own colours. A colour that was stored before contrast was checked, and is not
 * readable, is left out.
 */
export function paletteOf(brand: BrandColours): Palette | null {
  const { isColourReadable, isAccentReadable } = checkBrand(brand);
  const hasColour = isColourReadable && brand.colour !== BRAND_NAVY;
  const hasAccent = isAccentReadable && brand.accent !== BRAND_SUN;
  if (!hasColour && !hasAccent) return null;
  const used = { colour: hasColour ? brand.colour : BRAND_NAVY, accent: hasAccent ? brand.accent : BRAND_SUN };
  const all: Record<string, Themed> = {
    ...(hasColour ? ofColour(used.colour) : {}),
    ...(hasAccent ? ofAccent(used.accent) : {}),
    ...dawnOf(used),
    '--sun-on-night': accentOnColour(used),
  };
  const entries = Object.entries(all);
  return {
    light: Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.light])),
    dark: Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value.dark]])),
    ),
  };
}
