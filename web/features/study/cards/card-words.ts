import { lawScreens } from '#contract/law-screens.ts';
import type { Card } from '#contract/study/cards.ts';
import { paths } from '#web/lib/paths.ts';

/** Where the source of a card can be read, and the words of the link; null without one. */
export function sourceLink({ source }: Card): { href: string; words: string } | null {
  if (!source) return null;
  if (source.kind === 'lesson') return { href: paths.lesson(source.id), words: 'Ver na aula' };
  if (source.kind === 'law') {
    const place = source.article ? lawScreens.article(source.id, source.article) : lawScreens.law(source.id);
    return { href: source.device ? `${place}#${source.device}` : place, words: 'Ver no texto da lei' };
  }
  const words = source.kind === 'comment' ? 'Ver os comentários da questão' : 'Ver a questão';
  return { href: paths.answeredQuestion(source.id), words };
}

const changes = {
  lesson: 'A aula mudou desde que você fez este cartão.',
  law: 'A lei mudou. O cartão para até você conferir.',
  question: 'A questão mudou desde que você fez este cartão.',
  comment: 'O comentário mudou desde que você fez este cartão.',
} as const;

/** What to say of a source that has changed; null where it has not. */
export const changeWords = ({ source }: Card): string | null => (source?.isChanged ? changes[source.kind] : null);

const ordinals = ['Primeira', 'Segunda', 'Terceira', 'Quarta', 'Quinta'];
const grades = ['', 'não lembrou', 'foi com esforço', 'foi bem', 'foi fácil'];

/** 'Terceira vez; da última foi com esforço.' */
export function historyWords(answers: number, lastGrade: number | null): string {
  const time = ordinals[answers] ?? `${answers + 1}ª`;
  const last = lastGrade === null ? '' : `; da última ${grades[lastGrade] ?? ''}`;
  return `${time} vez${last}.`;
}
