const OPENING = /<math\b/g;
const ANNOTATION = '<annotation';
const CLOSING = '</math>';

/**
 * Replaces every formula of sanitised HTML that carries its LaTeX by what `show` makes of it. A formula without LaTeX
 * stays. One scan from left to right: no text makes it look at the same sign twice.
 */
export function replaceFormulas(html: string, show: (latex: string) => string): string {
  const out: string[] = [];
  let done = 0;
  let annotation = html.indexOf(ANNOTATION);
  for (const { index: start } of html.matchAll(OPENING)) {
    if (start < done) continue;
    const close = html.indexOf(CLOSING, start);
    if (close < 0 || annotation < 0) break;
    if (annotation < start) annotation = html.indexOf(ANNOTATION, start);
    if (annotation < 0 || annotation > close) continue;
    const latexStart = html.indexOf('>', annotation) + 1;
    const latexEnd = html.indexOf('</annotation>', latexStart);
    if (latexStart === 0 || latexEnd < 0) break;
    if (latexEnd > close) continue;
    out.push(html.slice(done, start), show(html.slice(latexStart, latexEnd)));
    done = close + CLOSING.length;
  }
  return out.join('') + html.slice(done);
}
