/**
 * PDF readers look for the header in this many first bytes and for the end in the last ones. Files of bank apps rely
 * on it.
 */
const MARGIN = 1024;
/** An archive is found by its end, which may stand this far before the end of the file. */
const ARCHIVE_END = 65_557;

/** Letters, digits and what stands in a line of text or a header of a form: no markup, no code, no other file. */
const plainBefore = /^(\xef\xbb\xbf)?[\t\n\f\r \0A-Za-z0-9.,:_/\x80-\xff-]*$/;
/** Text of any kind but markup. The signatures of archives and programs hold bytes that no text has. */
const plainBehind = /^[\t\n\f\r \0\x21-\x3b\x3d-\x7e\x80-\xff]*$/;
const blankBefore = /^(\xef\xbb\xbf)?[\t\n\f\r \0]*$/;
/**
 * Where words stand before the header, a script could begin with them, take the header for arithmetic and hide the rest
 * in a comment. The first object right behind the header, with nothing but plain comments between, ends every script.
 */
const objectAtOnce = /^%PDF-\d\.\d[\t ]*[\r\n]+(%[^\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e\r\n]*[\r\n]+)*\d+ \d+ obj\b/;
const blanks = new Set([0, 9, 10, 12, 13, 32]);
const markup = /<(!doctype|html|head|body|script|svg|iframe)\b/i;

const headerAt = (text: string) => text.slice(0, MARGIN).search(/%PDF-\d\.\d/);

/** Whether it would be worth saying how to make a better PDF of it. */
export const claimsToBePdf = (content: Buffer): boolean => headerAt(content.toString('latin1', 0, MARGIN)) !== -1;

/** A PDF as readers take it, and nothing else beside it: no page, no script, no picture, no archive. */
export function isSafePdf(content: Buffer): boolean {
  const text = content.toString('latin1');
  const start = headerAt(text);
  const end = text.lastIndexOf('%%EOF');
  if (start === -1 || text.lastIndexOf('startxref', end) < start) return false;
  return isSafeBefore(text, start) && isSafeBehind(text.slice(end + '%%EOF'.length)) && !isArchive(text);
}

function isSafeBefore(text: string, start: number): boolean {
  const before = text.slice(0, start);
  if (!plainBefore.test(before) || markup.test(text.slice(start, start + MARGIN))) return false;
  return blankBefore.test(before) || objectAtOnce.test(text.slice(start, start + MARGIN));
}

function isSafeBehind(behind: string): boolean {
  // Any number of blanks at the end. By hand: a pattern would look at millions of them again from each one.
  let length = behind.length;
  while (length > 0 && blanks.has(behind.charCodeAt(length - 1))) length -= 1;
  return length <= MARGIN && plainBehind.test(behind.slice(0, length));
}

const isArchive = (text: string) => text.slice(-ARCHIVE_END).includes('PK\x05\x06');
