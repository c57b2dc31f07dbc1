// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mathTags } from '#contract/content/lesson-math.ts';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { xssPayloads } from '#server/testing/xss-payloads.ts';
import { sanitizeToFragment } from './sanitize.ts';

/** The DOM of some HTML, not sanitised. */
function parsed(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
}

function shown(html: string): HTMLElement {
  const body = document.createElement('body');
  body.append(sanitizeToFragment(html));
  return body;
}

const serverThenBrowser = (html: string) => {
  const stored = cleanLessonHtml(html).html;
  return { stored: parsed(stored), shown: shown(stored) };
};

describe('the browser shows what the server stored', () => {
  it.each(xssPayloads)('%s', (payload) => {
    const { stored, shown } = serverThenBrowser(payload);
    expect(shown.isEqualNode(stored), `${shown.innerHTML}\n${stored.innerHTML}`).toBe(true);
  });

  it('when a text is between the cells of a table', () => {
    const { stored, shown } = serverThenBrowser('\n<table>um<tr>dois<td>três</td></tr></table>');
    expect(shown.innerHTML).toBe(stored.innerHTML);
    expect(shown.textContent?.match(/um|dois|três/g)).toEqual(['um', 'dois', 'três']);
    expect(shown.querySelectorAll('td')).toHaveLength(3);
  });

  it('whatever the markup is', () => {
    const piece = fc.oneof(
      fc.constantFrom(...xssPayloads),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<table><tr><td>',
        '<a href="x:y">',
        '<a href="a:b/c">',
        '<a href="//a">',
        '<img src=//a>',
        '<a class="video" href="https://youtu.be/dQw4w9WgXcQ">',
        '<a class=video href=//a target=_blank>',
        '<blockquote class="attention">',
      ),
      fc.constantFrom(
        '<math><mi>x</mi></math>',
        '<math><mtext><b>x</b><img src=x></mtext>',
        '</math>',
        '<td style="width:1px">',
        '<li>',
        '<ul>',
        '<h1>',
        '<pre>\n\n',
        '<th colspan=2>',
        '&#0;',
        '\r\n',
        '<br/>',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (parts) => {
        const { stored, shown } = serverThenBrowser(parts.join(''));
        expect(shown.innerHTML).toBe(stored.innerHTML);
      }),
      { numRuns: 400 },
    );
  });
});

it('a highlight stored before colours were dropped is still one, without colours', () => {
  const body = shown('<p style="color: #434343">a <span style="background-color: #ffff00">b <b>c</b></span></p>');
  expect(body.innerHTML).toBe('<p>a <span><mark>b <b>c</b></mark></span></p>');
});

describe('the sanitiser of the browser', () => {
  it.each(xssPayloads)('removes everything that the server would: %s', (payload) => {
    const body = shown(payload);
    expect(cleanLessonHtml(body.innerHTML).text).toBeTypeOf('string');
    for (const element of body.querySelectorAll('*')) {
      // MathML is allowed; HTML inside it is not.
      const isFormula = element.namespaceURI === 'http://www.w3.org/1998/Math/MathML';
      if (isFormula) expect(mathTags).toContain(element.localName);
      else expect(element.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
      expect(element.closest('math') !== null).toBe(isFormula);
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^id$|^name$|^data-|^aria-/);
        expect(value).not.toMatch(/^\s*(javascript|vbscript|data|blob|file):/i);
      }
    }
    expect(
      body.querySelector('script, style, svg, maction, annotation-xml, iframe, object, embed, form, input, template'),
    ).toBeNull();
  });
});
