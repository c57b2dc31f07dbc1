/** A sentence to be read aloud, and its block of the text. */
export type SpokenSentence = { text: string; block: Element };

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, td, th, caption, blockquote, figcaption, pre, dt, dd';
/** Some voices fall silent in the middle of longer texts. */
const LONGEST = 240;

/** What a voice can say of a lesson, in order. A formula is named, not spelled: voices cannot read one. */
export function spokenSentences(root: Element): SpokenSentence[] {
  const parts: { block: Element; text: string }[] = [];
  const add = (block: Element, text: string) => {
    const last = parts.at(-1);
    if (last?.block === block) last.text += text;
    else parts.push({ block, text });
  };
  const walk = (node: Node, block: Element) => {
    if (node instanceof Text) return add(block, node.data);
    if (!(node instanceof Element)) return;
    if (node.localName === 'math') return add(block, ' fórmula ');
    if (node.localName === 'img')
      return add(block, node.getAttribute('alt') ? ` Imagem: ${node.getAttribute('alt')}. ` : '');
    // What a recording says is heard there.
    if (node.hasAttribute('data-transcript')) return;
    // The norm that amended a device is a label beside its text.
    if (node.hasAttribute('data-remark')) return;
    // The numbers of notes would be read into the sentence.
    if (node.localName === 'a' && /^(ref|nota)-/.test(node.id)) return;
    const own = node.matches(BLOCKS) ? node : block;
    for (const child of node.childNodes) walk(child, own);
  };
  walk(root, root);
  return parts.flatMap(({ block, text }) => sentences(text).map((one) => ({ block, text: one })));
}

function sentences(text: string): string[] {
  const whole = text.replace(/\s+/g, ' ').trim();
  const split = [...new Intl.Segmenter('pt-BR', { granularity: 'sentence' }).segment(whole)].map(
    ({ segment }) => segment,
  );
  return split.flatMap(shorter).filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** At a comma or a space before it gets too long. */
function shorter(sentence: string): string[] {
  const rest = sentence.trim();
  if (rest.length <= LONGEST) return [rest];
  const head = rest.slice(0, LONGEST);
  const comma = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '));
  const cut = comma > LONGEST / 3 ? comma + 1 : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : LONGEST;
  return [rest.slice(0, cut).trim(), ...shorter(rest.slice(cut))];
}

/** Where to continue: at the saved sentence, wherever it is now; otherwise at its old number. */
export function resumeIndexOf(parts: readonly SpokenSentence[], kept: { at: number; text: string } | null): number {
  if (!kept || parts.length === 0) return 0;
  const same = parts.flatMap(({ text }, at) => (text === kept.text ? [at] : []));
  const nearest = same.sort((a, b) => Math.abs(a - kept.at) - Math.abs(b - kept.at))[0];
  return nearest ?? Math.min(kept.at, parts.length - 1);
}
