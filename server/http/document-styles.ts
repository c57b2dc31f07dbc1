import { FOR_NO_DEVICE, type StylePiece, type Stylesheet } from '#contract/first-screen.ts';

/** Every class that an element of this HTML has. */
function classesIn(html: string): Set<string> {
  // Most elements share their class list with others: each list is split once.
  const lists = new Set<string>();
  for (let from = html.indexOf(' class="'); from >= 0; from = html.indexOf(' class="', from)) {
    const until = html.indexOf('"', from + 8);
    lists.add(html.slice(from + 8, until));
    from = until;
  }
  return new Set([...lists].flatMap((list) => list.split(' ')));
}

/** An empty layer stays: its first mention sets its rank. */
function within(around: string, css: string): string {
  return css || around.startsWith('@layer') ? `${around}{${css}}` : '';
}

function pick(pieces: readonly StylePiece[], classes: ReadonlySet<string>): string {
  let css = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') css += piece;
    else if ('around' in piece) css += within(piece.around, pick(piece.pieces, classes));
    else if (piece.of.some((list) => list.every((name) => classes.has(name)))) css += piece.css;
  }
  return css;
}

const link = /<link rel="stylesheet"[^>]*? href="([^"]+)">/g;

/**
 * Stylesheets in the head would delay the text by another round trip. The rules that this screen needs are inlined
 * instead. The remaining rules keep their position, before the stylesheets of chunks that load later, and block
 * nothing: their media query matches no device until the app, which starts with all of them, changes it (decision 261).
 */
export function withOwnStyles(document: string, screen: string, sheets: Record<string, Stylesheet>): string {
  const classes = classesIn(screen);
  return document.replace(link, (whole, address: string) => {
    const sheet = sheets[address];
    if (!sheet) return whole;
    const rest = whole.replace(address, sheet.rest);
    return [
      `<style>${pick(sheet.pieces, classes)}</style>`,
      // Without the preload, a stylesheet that matches no device would be fetched last.
      rest.replace('rel="stylesheet"', 'rel="preload" as="style"'),
      rest.replace('rel="stylesheet"', `rel="stylesheet" media="${FOR_NO_DEVICE}"`),
      // Vite's chunk loader fetches stylesheets that no link names. A disabled link is not fetched.
      sheet.rest === address ? '' : whole.replace('>', ' disabled>'),
    ].join('');
  });
}
