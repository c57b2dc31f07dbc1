import type { NewCardSource } from '#contract/study/cards.ts';
import CardDialog from './card-dialog.tsx';

type CardFromPhraseProps = { phrase: string; label: string; source: NewCardSource; onClose: () => void };

/** A new card from a phrase that was selected in a lesson or a law. */
export default function CardFromPhrase({ phrase, label, source, onClose }: CardFromPhraseProps) {
  const front = phrase.replace(/\s+/g, ' ').trim();
  return <CardDialog card={null} draft={{ kind: 'cloze', front, sourceLabel: label, source }} onClose={onClose} />;
}
