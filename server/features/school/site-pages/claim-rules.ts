import { createHash } from 'node:crypto';
import { type ClaimTopic, RETURN_DAYS_BY_LAW } from '#contract/school/claims.ts';
import type { LandingPromise } from '#contract/school/promises.ts';
import type { CountedThing, LandingContent } from '#contract/school/site-content.ts';
import { countsIn, type Statement, statementsOf, withPlaceholders } from '#server/site/statements.ts';

/** A claim and the statements that make it. Statements of one topic are one claim, however often the page says it. */
export type ClaimGroup = { id: string; topic: ClaimTopic; statements: Statement[] };

type Rule = { topic: Exclude<ClaimTopic, 'testimonial' | 'figure' | CountedThing>; says: RegExp };

const rules: readonly Rule[] = [
  {
    topic: 'returnRight',
    says: /\d+\s+dias.*(?:garantia|devol|reembols|arrepend)|(?:garantia|devol|reembols|arrepend).*\d+\s+dias/iu,
  },
  { topic: 'reviews', says: /avaliaç(?:ões|ão)|\d[.,]\d\s*\/\s*\d|estrelas/iu },
  { topic: 'approvalRate', says: /\d+(?:[.,]\d+)?\s*%/u },
  { topic: 'students', says: /\d[\d.]*\s+(?:ex-)?(?:alun|aprovad|matriculad|candidat)/iu },
  {
    topic: 'ranking',
    says: /\b(?:1|2|3)\s?[ºª°o]\s+(?:lugar|do|no)|primeiro lugar|ranking|número (?:1|um)\b|\bl[ií]der\b|\bo melhor\b|\bmais aprova/iu,
  },
  {
    topic: 'weeklyMockExam',
    says: /simulados?\s+(?:toda\s+semana|semana(?:l|is))|semana(?:l|is)\s+de\s+simulados?/iu,
  },
  { topic: 'support', says: /whatsapp|suporte.*\d+\s*h|\d+\s*h(?:oras)?\s+de\s+suporte|segunda a s[áa]bado/iu },
  { topic: 'accessEnd', says: /\d+\s+meses|até\s+(?:a\s+)?(?:data\s+da\s+)?(?:sua\s+)?prova/iu },
  { topic: 'reviewTime', says: /\d+\s*(?:horas?|minutos?)\b/iu },
  { topic: 'paymentMeans', says: /\{parcelas\}|\{outras formas\}|cart(?:ão|ões)|boleto/iu },
];

/** Figures of the school itself, which its settings or its offer fill. */
const filled = /\{(?:preço|preço cheio|desconto|parcelas|valor da parcela|escola|slogan|suporte)\}/gu;

/** Whether visitors do not see a statement, for example because the owner has hidden what it promises. */
function isUnseen({ path, text }: Statement, hidden: Record<LandingPromise, boolean>): boolean {
  const { card, slip, whatsapp } = hidden;
  const used = card ? (slip ? 'onlyPix' : 'onlySlip') : slip ? 'onlyCard' : 'cardAndSlip';
  if (path.startsWith('pricing.methods.')) return path !== `pricing.methods.${used}`;
  if (path.startsWith('footer.links.')) return true;
  return whatsapp && /^(?:benefits\.cards|pricing\.includes)/.test(path) && /whatsapp/i.test(text);
}

function topicsOf({ kind, text }: Statement): ClaimTopic[] {
  if (kind === 'testimonial') return ['testimonial'];
  if (kind === 'rating') return ['reviews'];
  const counted = countsIn(text);
  const promised = rules.filter(({ says }) => says.test(text)).map(({ topic }) => topic);
  const found = [...counted, ...promised];
  if (found.length > 0) return found;
  return kind === 'figure' || /\d/.test(text.replace(filled, '')) ? ['figure'] : [];
}

/** For claims that have one text each: the same text is the same claim wherever the page has it. */
const pieceId = (topic: ClaimTopic, text: string) =>
  `${topic}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

export function groupClaims(content: LandingContent, hidden: Record<LandingPromise, boolean>): ClaimGroup[] {
  const groups = new Map<string, ClaimGroup>();
  for (const statement of statementsOf(content)) {
    if (isUnseen(statement, hidden)) continue;
    for (const topic of topicsOf(statement)) {
      const id = topic === 'testimonial' || topic === 'figure' ? pieceId(topic, statement.text) : topic;
      const group = groups.get(id) ?? { id, topic, statements: [] };
      group.statements.push(statement);
      groups.set(id, group);
    }
  }
  return [...groups.values()];
}

/** Texts of a claim that are still the product's defaults and that the school has not confirmed. */
export function openStatements(
  { topic, statements }: ClaimGroup,
  defaults: ReadonlySet<string>,
  confirmed: ReadonlySet<string>,
): Statement[] {
  if (countsOnly(topic)) return [];
  return statements.filter(({ text }) => defaults.has(keyOf(text)) && !confirmed.has(keyOf(text)));
}

/** The key of a confirmation. Counted figures in a text are not part of it. */
export const keyOf = (text: string): string => withPlaceholders(text);

export const countsOnly = (topic: ClaimTopic): topic is CountedThing =>
  topic === 'questions' || topic === 'lessons' || topic === 'mockExams' || topic === 'seats';

export const defaultStatements = (content: LandingContent): ReadonlySet<string> =>
  new Set(statementsOf(content).map(({ text }) => keyOf(text)));

/** Whether a text grants at least the days that the law does. Null: it names no days. */
export function grantsReturnDays(text: string): boolean | null {
  const days = [...text.matchAll(/(\d+)\s+dias/giu)].map(([, count]) => Number(count));
  return days.length === 0 ? null : days.every((count) => count >= RETURN_DAYS_BY_LAW);
}
