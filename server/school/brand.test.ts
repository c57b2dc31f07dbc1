import { describe, expect, it } from 'vitest';
import { type BrandSettings, brandStyle, brandVersion, iconsOf, linkPictureOf, productBrand } from './brand.ts';

const product: BrandSettings = { schoolName: 'Alvorada', ...productBrand };
const farol: BrandSettings = {
  schoolName: 'Curso Farol',
  logo: '/api/media/7',
  logoDark: '/api/media/8',
  mark: '/api/media/9',
  colour: '#0f4c46',
  accent: '#f2784b',
};

describe("the product's own look", () => {
  it('adds no style and keeps the icons and the picture of links', () => {
    expect(brandStyle(product)).toBeNull();
    expect(iconsOf(product)).toMatchObject({ small: '/favicon.ico', vector: '/favicon.svg' });
    expect(linkPictureOf(product)).toBe('/og.png');
  });

  it("shows the name of a school that has only a name in the picture of its links, and keeps the product's icons", () => {
    const named = { ...product, schoolName: 'Curso Farol' };
    expect(brandStyle(named)).toBeNull();
    expect(iconsOf(named).small).toBe('/favicon.ico');
    expect(linkPictureOf(named)).toBe(`/brand/link.png?v=${brandVersion(named)}`);
  });

  it('stays for colours that cannot be read', () => {
    expect(brandStyle({ ...product, colour: '#ffe600', accent: '#000000' })).toBeNull();
  });
});

describe("a school's own look", () => {
  it('sets the colours of both themes, the logo for both backgrounds, and the symbol', () => {
    const style = brandStyle(farol) ?? '';
    const version = brandVersion(farol);
    expect(style).toContain('html:root{--night:#0f4c46;');
    expect(style).toContain('--sun:#f2784b;');
    expect(style).toMatch(/@media \(prefers-color-scheme:dark\)\{html:root:not\(\[data-theme=light\]\)\{--night:#/);
    expect(style).toMatch(/html:root\[data-theme=dark\]\{--night:#/);
    expect(style).toContain(`html:root [data-logo]{background:url(/brand/logo.png?v=${version})`);
    expect(style).toContain(`.on-night [data-logo][data-logo]{background:url(/brand/logo-dark.png?v=${version})`);
    expect(style).toContain(`html:root [data-mark]{background:url(/brand/mark.png?v=${version})`);
    expect(iconsOf(farol)).toMatchObject({ small: `/brand/icon-32.png?v=${version}`, vector: null });
  });

  it('puts a logo on a plate where it was made for the other background', () => {
    const onDark = brandStyle({ ...farol, logoDark: null }) ?? '';
    expect(onDark).toMatch(
      /\.on-night \[data-logo\]\[data-logo\]\{background:url\(\/brand\/logo\.png[^}]*background-color:#fff/,
    );
    const onPaper = brandStyle({ ...farol, logo: null }) ?? '';
    expect(onPaper).toMatch(
      /html:root \[data-logo\]\{background:url\(\/brand\/logo-dark\.png[^}]*background-color:var\(--night\)/,
    );
  });

  it.each(['schoolName', 'logo', 'logoDark', 'mark', 'colour', 'accent'] as const)(
    'has another version when %s changes, so that no browser shows the old picture',
    (name) => {
      expect(brandVersion({ ...farol, [name]: `${farol[name]}0` })).not.toBe(brandVersion(farol));
    },
  );
});
