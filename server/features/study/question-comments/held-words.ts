const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text, without accents and case, each between spaces. */
const spaced = (text: string) =>
  ` ${plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** A link, an e-mail address or a telephone number: they lead students out of the school. */
const contact = /https?:|www\.|\S@\S+\.\S|(?:\d[\s().-]{0,2}){10,}/iu;

/** Whether a comment waits for a teacher. `words` are separated by commas; an entry of several words is a phrase. */
export function isHeldBack(body: string, words: string): boolean {
  if (contact.test(body)) return true;
  const text = spaced(body);
  return words
    .split(',')
    .map(spaced)
    .some((word) => word.trim() !== '' && text.includes(word));
}
