import {
  type CountedThing,
  type LandingContent,
  type LandingPart,
  landingPart,
} from '#contract/school/site-content.ts';

/* Reads the landing page as statements: sentences, and units such as a figure with its label. */

/** A text of the content that a statement consists of. `path` is dotted; `text` occurs in the text at that path. */
export type StatementField = { path: string; text: string };
export type Statement = {
  part: LandingPart;
  /** All kinds except sentences are removed as a whole. */
  kind: 'sentence' | 'figure' | 'testimonial' | 'rating';
  path: string;
  text: string;
  fields: StatementField[];
};

export const splitSentences = (text: string): string[] =>
  (text.match(/[\s\S]*?(?:[.!?](?=\s|$)|$)/g) ?? []).map((sentence) => sentence.trim()).filter(Boolean);

type Branch = Record<string, unknown>;

function sentencesBelow(part: LandingPart, value: unknown, path: string): Statement[] {
  if (typeof value === 'string') {
    if (/\.(drawing|picture)$/.test(path)) return [];
    return splitSentences(value).map((text) => ({ part, kind: 'sentence', path, text, fields: [{ path, text }] }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => sentencesBelow(part, inside, `${path}.${key}`));
}

/** Labels of links and buttons and the texts of the trial page make no claim about the school. */
const silentParts: readonly LandingPart[] = ['header', 'trial'];

const statingParts = landingPart.options.filter((part) => !silentParts.includes(part));

export function statementsOf(content: LandingContent): Statement[] {
  return statingParts.flatMap((part): Statement[] => {
    if (part === 'stats') {
      return content.stats.map(({ figure, label }, index) => ({
        part,
        kind: 'figure',
        path: `stats.${index}`,
        text: `${figure} ${label}`,
        fields: [
          { path: `stats.${index}.figure`, text: figure },
          { path: `stats.${index}.label`, text: label },
        ],
      }));
    }
    if (part === 'testimonials') return testimonialStatements(content.testimonials);
    return sentencesBelow(part, content[part], part);
  });
}

function testimonialStatements({ people, rating }: LandingContent['testimonials']): Statement[] {
  const said = people.map(
    ({ name, badge, text }, index): Statement => ({
      part: 'testimonials',
      kind: 'testimonial',
      path: `testimonials.people.${index}`,
      text: `${name}, ${badge}: ${text}`,
      fields: (['name', 'badge', 'text'] as const).map((key) => ({
        path: `testimonials.people.${index}.${key}`,
        text: { name, badge, text }[key],
      })),
    }),
  );
  if (!rating.score) return said;
  const fields = (['score', 'reviews'] as const).map((key) => ({
    path: `testimonials.rating.${key}`,
    text: rating[key],
  }));
  const text = `${rating.score} ${rating.reviews}`.trim();
  return [...said, { part: 'testimonials', kind: 'rating', path: 'testimonials.rating', text, fields }];
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, name) => (inside as Branch | undefined)?.[name], value);

/** A copy with another value at one path. `undefined` deletes an element of a list. */
function withValueAt<T>(value: T, path: string, next: unknown): T {
  const [name = '', ...below] = path.split('.');
  if (Array.isArray(value)) {
    if (below.length === 0 && next === undefined) return value.filter((_, index) => String(index) !== name) as T;
    const change = (one: unknown) => (below.length === 0 ? next : withValueAt(one, below.join('.'), next));
    return value.map((one, index) => (String(index) === name ? change(one) : one)) as T;
  }
  const inside = (value as Branch)[name];
  return { ...value, [name]: below.length === 0 ? next : withValueAt(inside, below.join('.'), next) };
}

/** Replaces one text of a statement. Null where the content does not have it (any more). */
export function replaceText(content: LandingContent, { path, text }: StatementField, next: string) {
  const now = valueAt(content, path);
  if (typeof now !== 'string' || !now.includes(text)) return null;
  return withValueAt(content, path, now.replace(text, () => next).trim());
}

/** The list element that contains a path, where an empty text removes the element. */
function elementOf(path: string): string | null {
  const found = /^(hero\.terms|pricing\.(?:steps|includes)|faq\.questions|benefits\.cards)\.\d+/.exec(path);
  return found?.[0] ?? null;
}

/** In reverse, so that the indexes of earlier paths stay right while elements are deleted. */
export const removeStatements = (content: LandingContent, statements: readonly Statement[]): LandingContent =>
  statements.toReversed().reduce(removeStatement, content);

function removeStatement(content: LandingContent, { kind, path, text }: Statement): LandingContent {
  if (kind === 'rating') return withValueAt(content, path, { score: '', reviews: '' });
  if (kind !== 'sentence') return withValueAt(content, path, undefined);
  const now = valueAt(content, path);
  // The element was removed with another of its statements.
  if (typeof now !== 'string' || !now.includes(text)) return content;
  const left = now
    .replace(text, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
  const element = left === '' ? elementOf(path) : null;
  return element ? withValueAt(content, element, undefined) : withValueAt(content, path, left);
}

/* Counts: numbers that the product can compute itself. */

const number = String.raw`(?:(?:mais de|\+)\s*)?\d{1,3}(?:\.\d{3})+|(?:(?:mais de|\+)\s*)?\d+`;
const written: Record<Exclude<CountedThing, 'seats'>, { placeholder: string; word: string }> = {
  questions: { placeholder: '{questões}', word: 'quest(?:ões|ão)' },
  lessons: { placeholder: '{aulas}', word: 'aulas?' },
  mockExams: { placeholder: '{simulados}', word: 'simulados?' },
};
const typedCounts = (Object.keys(written) as (keyof typeof written)[]).map((thing) => ({
  thing,
  placeholder: written[thing].placeholder,
  typed: new RegExp(`(?:${number})(\\s+${written[thing].word})`, 'giu'),
}));

/** The counts that a text states, typed by hand or as a placeholder. */
export const countsIn = (text: string): CountedThing[] => [
  ...typedCounts.flatMap(({ thing, placeholder, typed }) =>
    text.includes(placeholder) || text.search(typed) >= 0 ? [thing] : [],
  ),
  ...(text.includes('{vagas}') ? (['seats'] as const) : []),
];

/** Typed counts become placeholders, which the server fills with the count of the day. */
export const withPlaceholders = (text: string): string =>
  typedCounts.reduce((now, { placeholder, typed }) => now.replace(typed, `${placeholder}$1`), text);

/** The whole content with placeholders in place of typed counts. A figure and its label are read as one text. */
export function withCounts(content: LandingContent): LandingContent {
  return statementsOf(content).reduce((now, { kind, text, fields }) => {
    if (kind === 'testimonial' || withPlaceholders(text) === text) return now;
    if (kind === 'figure') {
      const [figure, label] = fields;
      const thing = typedCounts.find(({ typed }) => text.search(typed) >= 0);
      if (!figure || !label || !thing) return now;
      return replaceText(now, figure, thing.placeholder) ?? now;
    }
    return fields.reduce((next, field) => replaceText(next, field, withPlaceholders(field.text)) ?? next, now);
  }, content);
}

/** The content as visitors see it: without the statements of counts that the owner has hidden. */
export function shownContent(content: LandingContent): LandingContent {
  const hidden = content.hiddenCounts ?? [];
  if (hidden.length === 0) return content;
  const isHidden = ({ text }: Statement) => countsIn(text).some((thing) => hidden.includes(thing));
  return removeStatements(content, statementsOf(content).filter(isHidden));
}

/** Whether the page names a count that the server has to fill. */
export const statesCounts = (content: LandingContent): boolean =>
  statementsOf(content).some(({ text }) => typedCounts.some(({ placeholder }) => text.includes(placeholder)));
