import type { LandingClaim } from '#contract/school/claims.ts';
import type { LandingPart } from '#contract/school/site-content.ts';
import { sections } from './landing-fields.ts';

export const quoted = (text: string): string => `“${text}”`;

const labelOf = (part: LandingPart): string => sections.find(({ name }) => name === part)?.label ?? part;

/** 'abertura, números e preço' */
export function partsInWords(parts: readonly LandingPart[]): string {
  const words = parts.map((part) => labelOf(part).toLowerCase());
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} e ${last}`;
}

const sourceQuestions: Partial<Record<LandingClaim['topic'], string>> = {
  testimonial: 'Onde está a autorização desta pessoa?',
  approvalRate: 'De onde vem este número?',
  students: 'De onde vem este número?',
  reviews: 'De onde vem esta nota?',
  figure: 'De onde vem este número?',
};

export const sourceQuestion = ({ topic }: Pick<LandingClaim, 'topic'>): string =>
  sourceQuestions[topic] ?? 'Como a escola cumpre isto?';
