import type { AnkiLoss, AnkiRefusal } from '#contract/study/anki.ts';
import {
  CARD_GAPS_MAX,
  CARD_HINT_MAX,
  CARD_SOURCE_MAX,
  CARD_TAG_MAX,
  CARD_TAGS_MAX,
  CARD_TEXT_MAX,
} from '#contract/study/card-limits.ts';
import { cardProblem } from '#contract/study/card-problem.ts';
import type { DeckCard } from './deck-card.ts';
import { type FieldText, readField, readOwnField, tidied } from './field-text.ts';
import { sentenceOf } from './gaps.ts';
import type { Sides } from './sides.ts';

export type Content = Pick<
  DeckCard,
  'kind' | 'front' | 'back' | 'hint' | 'gap' | 'picture' | 'pictureSide' | 'tags' | 'sourceLabel'
>;
export type Converted = { content: Content; losses: AnkiLoss[] } | { refused: AnkiRefusal; excerpt: string };

type Input = {
  sides: Sides;
  /** Whether the sides are HTML or text as it is. */
  isHtml: boolean;
  ord: number;
  tags: readonly string[];
  /** Why a picture cannot come; null where it can. */
  pictureProblem: (name: string) => AnkiLoss | null;
};

/** Stands where a side is a picture alone: a side of a card has words. */
const PICTURE_WORD = 'Imagem';
const EXCERPT = 80;

const plain = (text: string): FieldText => ({
  text: tidied(text.replaceAll('\r\n', '\n')),
  pictures: [],
  hasSound: false,
});

/** Numbers of cards of one note: as many as a sentence may have gaps. */
const isCardNumber = (ord: number) => Number.isInteger(ord) && ord >= 0 && ord < CARD_GAPS_MAX;

/** A card of a note as a card of the student, or why it cannot come. */
export function toCard({ sides, isHtml, ord, tags, pictureProblem }: Input): Converted {
  if (!isCardNumber(ord)) return { refused: sides.isCloze ? 'no_gap' : 'empty', excerpt: '' };
  const read = sides.isExact ? readOwnField : isHtml ? readField : plain;
  const [front, back] = [read(sides.front), read(sides.back)];
  const losses = new Set<AnkiLoss>();
  if (front.hasSound || back.hasSound) losses.add('sound');
  const choice = choosePicture(front, back, pictureProblem, losses);
  const gap = sides.isCloze ? ord + 1 : 1;
  const sentence = sides.isCloze ? sentenceOf(front.text, gap) : front.text;
  const shown = (text: string, side: 'front' | 'back') =>
    text === '' && choice.picture !== null && choice.pictureSide === side ? PICTURE_WORD : text;
  const content: Content = {
    kind: sides.isCloze ? 'cloze' : 'basic',
    front: shown(sentence, 'front'),
    back: sides.isCloze ? back.text : shown(back.text, 'back'),
    hint: shortened(read(sides.hint).text.replaceAll('\n', ' '), CARD_HINT_MAX, losses),
    gap,
    ...choice,
    tags: usableTags(tags, losses),
    sourceLabel: shortened(read(sides.sourceLabel).text.replaceAll('\n', ' '), CARD_SOURCE_MAX, losses),
  };
  const refused = whyRefused(content, back);
  const excerpt = (content.front || front.text || content.back).slice(0, EXCERPT).toWellFormed();
  return refused ? { refused, excerpt } : { content, losses: [...losses] };
}

function whyRefused(content: Content, back: FieldText): AnkiRefusal | null {
  if (content.front === '') return 'empty';
  if (content.front.length > CARD_TEXT_MAX || content.back.length > CARD_TEXT_MAX) return 'too_long';
  if (cardProblem(content) === null) return null;
  if (content.kind === 'cloze') return 'no_gap';
  return back.pictures.length > 0 ? 'two_pictures' : 'no_answer';
}

/** A card has one picture: the first that can come, of the front before the back. */
function choosePicture(
  front: FieldText,
  back: FieldText,
  problemOf: Input['pictureProblem'],
  losses: Set<AnkiLoss>,
): Pick<Content, 'picture' | 'pictureSide'> {
  let chosen: Pick<Content, 'picture' | 'pictureSide'> = { picture: null, pictureSide: 'back' };
  for (const [side, { pictures }] of [['front', front] as const, ['back', back] as const]) {
    for (const picture of pictures) {
      const problem = chosen.picture === null ? problemOf(picture) : 'extra_picture';
      if (chosen.picture === picture) continue;
      if (problem) losses.add(problem);
      else chosen = { picture, pictureSide: side };
    }
  }
  return chosen;
}

function shortened(text: string, most: number, losses: Set<AnkiLoss>): string {
  if (text.length <= most) return text;
  losses.add('shortened');
  return text.slice(0, most).toWellFormed();
}

function usableTags(tags: readonly string[], losses: Set<AnkiLoss>): string[] {
  const clean = [...new Set(tags.map((tag) => tidied(tag)).filter((tag) => tag !== ''))];
  const usable = clean.filter((tag) => tag.length <= CARD_TAG_MAX).slice(0, CARD_TAGS_MAX);
  if (usable.length < clean.length) losses.add('tags');
  return usable;
}
