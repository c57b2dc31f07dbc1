import { ownGuid } from '../own-notetypes.ts';
import type { ExportedCard } from './exported-card.ts';

export type NoteKind = 'basic' | 'reversed' | 'cloze';
export type ExportedNote = {
  guid: string;
  kind: NoteKind;
  fields: string[];
  cards: { ord: number; card: ExportedCard }[];
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

function fieldsOf(card: ExportedCard): string[] {
  const image = card.picture === null ? '' : `<img src="${card.picture}">`;
  const side = (text: string, name: 'front' | 'back') => escaped(text) + (card.pictureSide === name ? image : '');
  return [side(card.front, 'front'), side(card.back, 'back'), escaped(card.hint), escaped(card.sourceLabel)];
}

const turned = ([front = '', back = '', ...others]: string[]) => [back, front, ...others];
const isSame = (a: readonly string[], b: readonly string[]) => a.join('\x1f') === b.join('\x1f');

const single = (card: ExportedCard): ExportedNote => ({
  guid: ownGuid(card.creationKey),
  kind: card.kind,
  fields: fieldsOf(card),
  cards: [{ ord: card.kind === 'cloze' ? card.gap - 1 : 0, card }],
});

/** Cards as notes. Cards that came from one note of Anki go back to it as long as their texts agree. */
export function notesOf(cards: readonly ExportedCard[]): ExportedNote[] {
  const notes: ExportedNote[] = [];
  for (const [guid, group] of Map.groupBy(cards, ({ ankiGuid }) => ankiGuid)) {
    if (guid === null) notes.push(...group.map(single));
    else notes.push(...notesOfGuid(guid, group));
  }
  return notes;
}

function notesOfGuid(guid: string, group: readonly ExportedCard[]): ExportedNote[] {
  const [first] = group;
  if (!first) return [];
  const isReverse = ({ kind, ankiOrd }: ExportedCard) => kind === 'basic' && ankiOrd === 1;
  const leading = group.find((card) => !isReverse(card)) ?? first;
  const fields = isReverse(leading) ? turned(fieldsOf(leading)) : fieldsOf(leading);
  const tagged = leading.tags.join(' ');
  const fits = (card: ExportedCard) =>
    card.kind === leading.kind &&
    card.tags.join(' ') === tagged &&
    isSame(isReverse(card) ? turned(fieldsOf(card)) : fieldsOf(card), fields) &&
    (card.kind === 'cloze' || card.ankiOrd === 0 || card.ankiOrd === 1);
  const ordOf = (card: ExportedCard) => (card.kind === 'cloze' ? card.gap - 1 : (card.ankiOrd ?? 0));
  const together = new Map(group.filter(fits).map((card) => [ordOf(card), card]));
  const apart = group.filter((card) => together.get(ordOf(card)) !== card);
  const kind: NoteKind = leading.kind === 'cloze' ? 'cloze' : together.has(1) ? 'reversed' : 'basic';
  const shared = [...together].map(([ord, card]) => ({ ord, card }));
  return [...(shared.length > 0 ? [{ guid, kind, fields, cards: shared }] : []), ...apart.map(single)];
}
