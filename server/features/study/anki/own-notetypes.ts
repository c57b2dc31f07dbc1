/** Fields of the notes that this product writes; a note with exactly these is read back as it was. */
export const ownFields = {
  basic: ['Frente', 'Verso', 'Dica', 'Fonte'],
  cloze: ['Texto', 'Verso', 'Dica', 'Fonte'],
} as const;

/** The guid of a note with one card that was made here: the card's creation key. */
const OWN_GUID = 'alv-';

export const ownGuid = (creationKey: string): string => OWN_GUID + creationKey.replaceAll('-', '');

/** The creation key in a guid of this product; null for other guids. */
export function keyInGuid(guid: string): string | null {
  const hex = guid.slice(OWN_GUID.length);
  if (!guid.startsWith(OWN_GUID) || !/^[0-9a-f]{32}$/.test(hex)) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Between the levels of a deck: `A::B` in Anki. */
export const DECK_SEPARATOR = ' › ';
