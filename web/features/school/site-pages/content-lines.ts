import type { LandingContent, LegalContent } from '#contract/school/site-content.ts';
import type { Line } from '#web/lib/differences.ts';
import { illustrationNames, joinPath, sections, valueAt } from './landing-fields.ts';

export const isLanding = (content: LandingContent | LegalContent): content is LandingContent => 'hero' in content;

const inWords = (value: unknown): string =>
  typeof value === 'string' && value in illustrationNames
    ? illustrationNames[value as keyof typeof illustrationNames]
    : value === null || value === undefined
      ? ''
      : String(value);

/** Every text of the page by the name of its field. */
const landingLines = (content: LandingContent): Line[] =>
  sections.flatMap((section) =>
    section.fields.flatMap((field): Line[] => {
      if (field.kind !== 'list') {
        return [
          { name: field.path, label: `${section.label}: ${field.label}`, text: inWords(valueAt(content, field.path)) },
        ];
      }
      const items = (valueAt(content, field.path) ?? []) as unknown[];
      return items.flatMap((_, place) =>
        field.item.map((part) => {
          const name = joinPath(field.path, place, part.path);
          const label = `${section.label}: ${field.one} ${place + 1}, ${part.label.toLowerCase()}`;
          return { name, label, text: inWords(valueAt(content, name)) };
        }),
      );
    }),
  );

/** One line per paragraph, so that a comparison shows only what changed. */
const legalLines = ({ brief, text }: LegalContent): Line[] => [
  { name: 'brief', label: 'Resumo', text: brief },
  ...text
    .split(/\n{2,}/)
    .map((part, place) => ({ name: `text.${place}`, label: `Parágrafo ${place + 1}`, text: part })),
];

export const contentLines = (content: LandingContent | LegalContent): Line[] =>
  isLanding(content) ? landingLines(content) : legalLines(content);

/** One line per section, the unit in which changes of two people are merged. */
export function sectionLines(content: LandingContent | LegalContent): Line[] {
  if (!isLanding(content)) {
    return [
      { name: 'brief', label: 'Resumo', text: content.brief },
      { name: 'text', label: 'Texto', text: content.text },
    ];
  }
  const all = landingLines(content);
  return sections.map(({ name, label }) => ({
    name,
    label,
    text: all
      .filter((line) => line.name === name || line.name.startsWith(`${name}.`))
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n'),
  }));
}

export type Change = { name: string; label: string; before: string | null; after: string | null };

/** The differences of `after`, in the order of the page. */
export function changesBetween(before: LandingContent | LegalContent, after: LandingContent | LegalContent): Change[] {
  const named = (lines: Line[]) => new Map(lines.map((line) => [line.name, line]));
  const [old, now] = [named(contentLines(before)), named(contentLines(after))];
  return [...new Map([...old, ...now]).values()].flatMap(({ name, label }) => {
    const [was, is] = [old.get(name)?.text ?? null, now.get(name)?.text ?? null];
    return was === is ? [] : [{ name, label, before: was, after: is }];
  });
}
