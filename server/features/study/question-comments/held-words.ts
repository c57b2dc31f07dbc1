const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text, without accents and case, each between spaces. */
const spaced = (text: string) =>
  ` ${plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** A link, an e-mail address or a telephone number: they lead students out of the school. */
const hasContact = (body: string): boolean =>
  /https?:|www\.|\S@\S/i.test(body) || /\d{10}/.test(body.replaceAll(/[\s().-]/g, ''));

/** Whether a comment waits for a teacher. `words` are separated by commas; an entry of several words is a phrase. */
export function isHeldBack(body: string, words: string): boolean {
  if (hasContact(body)) return true;
  const text = spaced(body);
  return words
    .split(',')
    .map(spaced)
    .some((word) => word.trim() !== '' && text.includes(word));
}
