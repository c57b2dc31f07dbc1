import { FOR_NO_DEVICE, type StylePiece, type Stylesheet } from '#contract/first-screen.ts';

/** Every class that an element of this HTML has. */
function classesIn(html: string): Set<string> {
  // Most elements look like another: each list is taken apart once.
  const lists = new Set<string>();
  for (let from = html.indexOf(' class="'); from >= 0; from = html.indexOf(' class="', from)) {
    const until = html.indexOf('"', from + 8);
    lists.add(html.slice(from + 8, until));
    from = until;
  }
  return new Set([...lists].flatMap((list) => list.split(' ')));
}

/** A layer stays where it has nothing to say: the place where it is named first is its rank. */
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
 * The stylesheets that stand in the head would hold the text back for another round trip. What of them this screen needs
 * goes there instead. The rest of them keeps its place, before the sheets of parts that come later, and holds nothing
 * back: it is for no device until the app says otherwise, which begins with all of it (decision 261).
 */
export function withOwnStyles(document: string, screen: string, sheets: Record<string, Stylesheet>): string {
  const classes = classesIn(screen);
  return document.replace(link, (whole, address: string) => {
    const sheet = sheets[address];
    if (!sheet) return whole;
    const rest = whole.replace(address, sheet.rest);
    return [
      `<style>${pick(sheet.pieces, classes)}</style>`,
      // By itself what is for no device would be fetched last.
      rest.replace('rel="stylesheet"', 'rel="preload" as="style"'),
      rest.replace('rel="stylesheet"', `rel="stylesheet" media="${FOR_NO_DEVICE}"`),
      // Vite's loader of parts asks for what no link names. One that is disabled is not fetched.
      sheet.rest === address ? '' : whole.replace('>', ' disabled>'),
    ].join('');
  });
}
