import type { AnkiRefusal } from '#contract/study/anki.ts';
import { ownFields } from '../own-notetypes.ts';
import type { NoteCard } from './collection.ts';
import type { Notetype } from './notetypes.ts';
import { renderTemplate } from './templates.ts';

/** The two sides of a card as HTML. */
export type Sides = {
  isCloze: boolean;
  front: string;
  back: string;
  hint: string;
  sourceLabel: string;
  /** Written by this product: every space and line is as it was. */
  isExact?: boolean;
};

/** The sides of a card of a note, by the templates of its type. */
export function sidesOf(card: NoteCard, notetype: Notetype, deck: string): Sides | { refused: AnkiRefusal } {
  if (card.fields === null) return { refused: 'too_long' };
  if (card.fields.includes('image-occlusion:')) return { refused: 'image_occlusion' };
  const values = card.fields.split('\x1f');
  const fields = new Map(notetype.fields.map((name, at) => [name, values[at] ?? '']));
  const own = ownSides(card, notetype, values);
  if (own) return own;
  const template = notetype.templates[notetype.isCloze ? 0 : card.ord];
  if (!template) return { refused: 'empty' };
  const special = new Map([
    ['Tags', card.tags.trim()],
    ['Deck', deck],
  ]);
  const front = renderTemplate(template.question, { fields, special, isAnswer: false });
  const back = renderTemplate(template.answer, { fields, special, isAnswer: true });
  if (!front || !back) return { refused: 'too_long' };
  return {
    isCloze: notetype.isCloze,
    front: front.html,
    // Some templates repeat the question instead of `{{FrontSide}}`.
    back: front.html !== '' && back.html.startsWith(front.html) ? back.html.slice(front.html.length) : back.html,
    hint: front.hint || back.hint,
    sourceLabel: '',
  };
}

/** Notes that this product wrote have fields for the hint and the source. */
function ownSides(card: NoteCard, { isCloze, fields }: Notetype, values: string[]): Sides | null {
  const names = isCloze ? ownFields.cloze : ownFields.basic;
  if (fields.length !== names.length || !names.every((name, at) => fields[at] === name)) return null;
  const [first = '', second = '', hint = '', sourceLabel = ''] = values;
  const isReversed = !isCloze && card.ord === 1;
  const sides = isReversed ? { front: second, back: first } : { front: first, back: second };
  return { isCloze, ...sides, hint, sourceLabel, isExact: true };
}
