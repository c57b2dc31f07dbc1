import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BRAND_NAVY, BRAND_SUN } from '#contract/platform/brand.ts';
import { moonlight, surfaces } from '#contract/platform/brand-palette.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

/** OKLCH to sRGB, as CSS Color 4 defines it. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return `#${linear
    .map((value) =>
      Math.round(channel(value) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

test("the styles' navy, the icon's and the contract's are one colour", async () => {
  const [, ...figures] = /--navy: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/.exec(await read('./tokens.css')) ?? [];
  expect(hexOf(...(figures.map(Number) as [number, number, number]))).toBe(BRAND_NAVY);
  expect(await read('../public/favicon.svg')).toContain(`fill:${BRAND_NAVY}`);
});

test("the colours that a school's palette is checked against are those of the styles", async () => {
  const tokens = await read('./tokens.css');
  const written = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;
  const halves = (name: string) => new RegExp(`--${name}: (.*);`).exec(tokens)?.[1]?.match(written) ?? [];
  const hexes = (name: string) =>
    halves(name).map((colour) => {
      const [lightness = 0, chroma = 0, hue = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? [];
      return hexOf(lightness, chroma, hue);
    });
  expect(hexes('canvas')).toEqual([surfaces.light.canvas, surfaces.dark.canvas]);
  expect(hexes('surface')).toEqual([surfaces.light.surface, surfaces.dark.surface]);
  expect(hexes('on-sun')).toEqual([surfaces.onSun]);
  expect(hexes('sun')[0]).toBe(BRAND_SUN);
  expect(halves('primary').at(-1)).toBe(moonlight.primary);
  expect(halves('primary-hover').at(-1)).toBe(moonlight.primaryHover);
  expect(halves('on-primary').at(-1)).toBe(moonlight.onPrimary);
  expect(halves('ill-ink').at(-1)).toBe(moonlight.illustrationInk);
});
