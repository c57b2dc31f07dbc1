import type { LandingPromise } from '#contract/school/promises.ts';
import { type LandingContent, landingPart } from '#contract/school/site-content.ts';
import type { PageWarning } from '#contract/school/site-pages.ts';
import { DAY_MS } from '#contract/time.ts';
import type { ClaimGroup } from './claim-rules.ts';

/** Figures of the school, to check the statements of its page. */
export type Facts = {
  questions: number;
  students: number;
  ratings: number;
  lastQuizAt: Date | null;
  /** Promises that are neither fulfilled nor hidden. */
  unkept: readonly LandingPromise[];
  now: Date;
};

const WEEK_DAYS = 7;
const whole = new Intl.NumberFormat('pt-BR');

/** All strings inside a value, in order. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The greatest number before a word: "mais de 3.000 questões". */
function claimed(text: string, word: RegExp): number {
  const found = [...text.matchAll(new RegExp(`(\\d{1,3}(?:\\.\\d{3})+|\\d+)\\s+(?:${word.source})`, 'giu'))];
  return Math.max(0, ...found.map(([, figure = '0']) => Number(figure.replaceAll('.', ''))));
}

type Claim = { word: RegExp; has: number; say: (claim: string, has: string) => string };

const claimsOf = ({ questions, students, ratings }: Facts): Claim[] => [
  {
    word: /quest(?:ões|ão)/,
    has: questions,
    say: (claim, has) => `Promete ${claim} questões; o banco tem ${has}.`,
  },
  { word: /alunos?/, has: students, say: (claim, has) => `Fala em ${claim} alunos; a escola tem ${has}.` },
  {
    word: /avaliações/,
    has: ratings,
    say: (claim, has) => `Fala em ${claim} avaliações; a plataforma tem ${has}.`,
  },
];

const unkeptWords: Record<LandingPromise, { tells: RegExp; text: string }> = {
  whatsapp: { tells: /whatsapp/i, text: 'WhatsApp sem número: informe um nas configurações ou esconda a linha.' },
  card: {
    tells: /cart(ão|ões)|\{parcelas\}|\{outras formas\}/i,
    text: 'Promete cartão; a plataforma só recebe por PIX.',
  },
  slip: { tells: /boleto|\{outras formas\}/i, text: 'Promete boleto; a plataforma só recebe por PIX.' },
};

const weekly = /simulados?\s+(?:toda\s+semana|semana(?:l|is))|semana(?:l|is)\s+de\s+simulados?/iu;

function weeklyWarning({ lastQuizAt, now }: Facts): string | null {
  if (!lastQuizAt) return 'Promete simulado toda semana; nenhum foi publicado ainda.';
  const days = Math.floor((now.getTime() - lastQuizAt.getTime()) / DAY_MS);
  return days > WEEK_DAYS ? `Promete simulado toda semana; o último foi há ${days} dias.` : null;
}

/** A claim that came with the product, in each part that states it. */
export const claimWarnings = (open: readonly ClaimGroup[]): PageWarning[] =>
  open.flatMap(({ statements }) =>
    statements.map(({ part, text }) => ({ part, text: `Veio com o modelo e ninguém confirmou: “${text}”` })),
  );

/**
 * Warnings where the page promises more than the school has. They do not block publishing: the owner answers for the
 * figures.
 */
export function warningsOf(content: LandingContent, facts: Facts): PageWarning[] {
  const found: PageWarning[] = [];
  for (const part of landingPart.options) {
    // A figure and its label are checked as one text: "+2.847" "alunos aprovados".
    const texts =
      part === 'stats' ? content.stats.map(({ figure, label }) => `${figure} ${label}`) : textsIn(content[part]);
    const say = (text: string | null) => {
      if (text && !found.some((warning) => warning.part === part && warning.text === text)) found.push({ part, text });
    };
    for (const text of texts) {
      for (const { word, has, say: words } of claimsOf(facts)) {
        const claim = claimed(text, word);
        if (claim > has) say(words(whole.format(claim), whole.format(has)));
      }
      if (weekly.test(text)) say(weeklyWarning(facts));
    }
    for (const promise of facts.unkept) {
      if (part !== 'footer' && texts.some((text) => unkeptWords[promise].tells.test(text)))
        say(unkeptWords[promise].text);
    }
  }
  return found;
}
