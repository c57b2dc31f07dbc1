import fc from 'fast-check';
import temml from 'temml';
import { describe, expect, it } from 'vitest';
import { FORMULA_MAX, formulaOptions, mathTags, withColumns } from '#contract/content/lesson-math.ts';
import { plainText } from '#contract/questions/question-text.ts';
import { cleanFormula } from './formulas.ts';
import { cleanLessonHtml } from './lesson-html.ts';
import { renderFormula } from './render-formula.ts';

const clean = (html: string) => cleanLessonHtml(html).html;
const render = (latex: string, isBlock = false) => withColumns(temml.renderToString(latex, formulaOptions(isBlock)));

/** School mathematics, one formula per structure. */
const formulas = [
  'x^2 + y_1',
  '\\frac{-b \\pm \\sqrt{\\Delta}}{2a}',
  '\\sqrt[3]{a < b \\& c}',
  '\\sum_{i=1}^{n} i^2 \\le \\int_0^1 f(x)\\,dx',
  '\\begin{cases} x+y=1 \\\\ x-y=3 \\end{cases}',
  '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
  '\\vec{a}\\cdot\\overline{AB} = \\mathbf{R}\\text{ se } x \\in \\mathbb{N}',
  '\\log_{10} 1000 = 3 \\Rightarrow \\sin^2\\theta + \\cos^2\\theta = 1',
];

it.each(formulas)('%s is kept with what was typed, and cleaning it again changes nothing', (latex) => {
  for (const isBlock of [false, true]) {
    const html = clean(`<p>Antes ${render(latex, isBlock)} depois</p>`);
    expect(html).toMatch(/^<p>Antes <math( display="block")?><semantics>.*<\/semantics><\/math> depois<\/p>$/s);
    expect(html).toContain(latex.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    expect(html).not.toMatch(/class=|style=|color/);
    expect(clean(html)).toBe(html);
  }
});

it('is searched and read by its LaTeX', () => {
  expect(cleanLessonHtml(`<p>Área: ${render('\\pi r^2')}.</p>`).text).toBe('Área: \\pi r^2.');
  expect(cleanLessonHtml(render('x')).empty).toBe(false);
  expect(plainText('html', clean(`<p>Quanto é ${render('a<b')}?</p>`))).toBe('Quanto é a<b ?');
});

it('keeps the MathML of Wikipedia and Word', () => {
  expect(
    clean(
      '<p><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{x}" display="block"><semantics><mrow class="MJX-TeXAtom-ORD"><mstyle displaystyle="true" scriptlevel="0"><mi>x</mi></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle x}</annotation></semantics></math></p>',
    ),
  ).toBe(
    '<p><math display="block"><semantics><mrow><mstyle displaystyle="true" scriptlevel="0"><mi>x</mi></mstyle></mrow><annotation encoding="application/x-tex">{\\displaystyle x}</annotation></semantics></math></p>',
  );
  expect(clean('<mml:math xmlns:mml="x"><mml:mi>a</mml:mi><mml:mo>&#177;</mml:mo></mml:math>')).toBe(
    '<math><mi>a</mi><mo>±</mo></math>',
  );
});

describe('no active content inside a formula', () => {
  it.each([
    ['<math href="javascript:window.__pwned=1"><mi>x</mi></math>', '<math><mi>x</mi></math>'],
    [
      '<math><mi xlink:href="javascript:1" onclick="x()" style="position:fixed" id="root">x</mi></math>',
      '<math><mi>x</mi></math>',
    ],
    [
      '<math><maction actiontype="statusline#http://x"><mi>x</mi></maction><mi>y</mi></math>',
      '<math><mi>y</mi></math>',
    ],
    [
      '<math><semantics><mi>x</mi><annotation-xml encoding="text/html"><img src=x onerror=window.__pwned=1></annotation-xml></semantics></math>',
      '<math><semantics><mi>x</mi></semantics></math>',
    ],
    [
      '<math><mtext><img src=x onerror=window.__pwned=1><b>negrito</b></mtext></math>',
      '<math><mtext>negrito</mtext></math>',
    ],
    ['<math><mi>x</mi><script>window.__pwned=1</script><style>*{}</style></math>', '<math><mi>x</mi></math>'],
    ['<math><annotation encoding="application/x-tex">x</annotation><mi>y</mi></math>', '<math><mi>y</mi></math>'],
    ['<math><mrow><p>fora</p><mi>x</mi></mrow></math>', '<math><mrow><mi>x</mi></mrow></math>'],
    ['<math></math>', ''],
    ['<img src="https://a.b/c.png" alt="<math><mi>x</mi></math>">', '<img src="https://a.b/c.png" alt="x" />'],
  ])('%s', (dirty, expected) => {
    expect(clean(dirty)).toBe(expected);
  });

  it('an unclosed formula is text', () => {
    expect(clean('<p>a<math><mi>x</mi></p>')).toBe('<p>ax</p>');
  });

  it('an oversized formula becomes its text, or nothing', () => {
    expect(clean(`<math><mi>${'x'.repeat(200_000)}</mi></math>`)).toBe('');
    const long = `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${'x'.repeat(FORMULA_MAX + 1)}</annotation></semantics></math>`;
    expect(clean(long)).toBe('x');
    const deep = `<math>${'<mrow>'.repeat(500)}<mi>x</mi>${'</mrow>'.repeat(500)}</math>`;
    expect(clean(clean(deep))).toBe(clean(deep));
  });

  it('LaTeX of a megabyte, and LaTeX that would become one, is no formula', () => {
    expect(renderFormula('x'.repeat(1_000_000), false)).toBeNull();
    expect(renderFormula(`${'\\frac{1}{'.repeat(100_000)}`, true)).toBeNull();
    const doubling = '\\def\\a{xx}\\def\\b{\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}';
    expect(renderFormula(`${doubling}${'\\c'.repeat(200)}`, false)).toBeNull();
  });

  it('whatever comes', () => {
    const piece = fc.oneof(
      fc.constantFrom(...mathTags.map((tag) => `<${tag}>`), ...mathTags.map((tag) => `</${tag}>`)),
      fc.constantFrom(
        '<mspace/>',
        '<p>',
        '</p>',
        '<img src=x onerror=1>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '&lt;',
        '"',
      ),
      fc.constantFrom(
        '<annotation encoding="application/x-tex">',
        '<annotation-xml>',
        '<mtd columnalign="left">',
        'href=x',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (parts) => {
        const { mathml } = cleanFormula(`<math>${parts.join('')}</math>`);
        const elements = [...mathml.matchAll(/<\/?([a-z]+)((?: [a-z]+="[a-z0-9 .%+/-]*")*)>/g)];
        expect(mathml.replace(/<\/?([a-z]+)((?: [a-z]+="[a-z0-9 .%+/-]*")*)>/g, '')).not.toMatch(/[<>]/);
        for (const [, tag] of elements) expect(mathTags).toContain(tag);
        const once = clean(`<p>${mathml}</p>`);
        expect(clean(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});
