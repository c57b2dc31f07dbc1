import type { Category } from '#contract/content/courses.ts';

const arrangements = ['sun', 'comma', 'arcade', 'scale', 'sequence', 'years'] as const;
export type Arrangement = (typeof arrangements)[number];
type Cover = { arrangement: Arrangement; hue: number };

/** Subjects with an illustration; the first word that a title contains decides. */
const illustrated: [word: RegExp, cover: Cover][] = [
  [/portugu|gram[aá]tica|reda[cç][aã]o/i, { arrangement: 'comma', hue: 255 }],
  [/constitu/i, { arrangement: 'arcade', hue: 290 }],
  [/penal|crime/i, { arrangement: 'scale', hue: 18 }],
  [/racioc[ií]nio|l[oó]gic|matem[aá]tica/i, { arrangement: 'sequence', hue: 175 }],
  [/hist[oó]ria/i, { arrangement: 'years', hue: 65 }],
];
const byCategory: Partial<Record<Category, Cover>> = {
  PORTUGUÊS: { arrangement: 'comma', hue: 255 },
  MATEMÁTICA: { arrangement: 'sequence', hue: 175 },
  HISTÓRIA: { arrangement: 'years', hue: 65 },
};
/** For courses on all subjects. */
const whole: Cover = { arrangement: 'sun', hue: 260 };

/** Steps of thirty: near hues would look like a mistake. */
const HUES = 12;

/** The subject of a course as a figure and a hue; unknown subjects get theirs from the name. */
export function coverOf(title: string, category: Category): Cover {
  const known = illustrated.find(([word]) => word.test(title))?.[1] ?? byCategory[category];
  if (known) return known;
  if (category === 'GERAL') return whole;
  const hash = hashOf(category === 'DIREITO' ? title : category);
  return { arrangement: arrangements[hash % arrangements.length] ?? 'sun', hue: ((hash >>> 8) % HUES) * (360 / HUES) };
}

/** FNV-1a, so that a name always gets the same picture. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text.normalize('NFC').toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
