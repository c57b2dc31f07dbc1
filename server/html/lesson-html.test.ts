import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lessonAttributes, lessonTags } from '#contract/content/lesson-html.ts';
import { mathAttribute, mathTags } from '#contract/content/lesson-math.ts';
import { xssPayloads } from '#server/testing/xss-payloads.ts';
import { cleanLessonHtml, countWords } from './lesson-html.ts';

const clean = (html: string) => cleanLessonHtml(html).html;

/** Every tag and attribute in the sanitiser's output, which escapes all else. */
function elementsOf(html: string) {
  return [...html.matchAll(/<([a-z0-9]+)((?: [a-z]+(?:="[^"]*")?)*) ?\/?>/g)].map(([, tag = '', attributes = '']) => ({
    tag,
    attributes: [...attributes.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => ({
      name,
      value,
    })),
  }));
}

const classesOf: Record<string, string[]> = { blockquote: ['attention'], a: ['video'] };

function expectHarmless(html: string) {
  // Nothing that resembles markup is left but the allowed elements.
  expect(html.replace(/<\/?([a-z0-9]+)((?: [a-z]+(?:="[^"]*")?)*) ?\/?>/g, '')).not.toMatch(/[<>]/);
  for (const { tag, attributes } of elementsOf(html)) {
    const isMath = mathTags.includes(tag);
    expect([...lessonTags, ...mathTags]).toContain(tag);
    for (const { name, value } of attributes) {
      if (isMath) expect(mathAttribute(tag, name, value)).toBe(value);
      else expect([...(lessonAttributes['*'] ?? []), ...(lessonAttributes[tag] ?? [])]).toContain(name);
      expect(value).not.toMatch(/^\s*(javascript|vbscript|data|blob|file):/i);
      if (name === 'style') expect(value).not.toMatch(/url|position|expression|var\(|z-index|transform|margin/i);
      if (name === 'class') expect(['note', ...(classesOf[tag] ?? [])]).toContain(value);
      if (name === 'id') expect(value).toMatch(/^(nota|ref)-[1-9]\d*$/);
    }
  }
}

describe('what attackers send', () => {
  it.each(xssPayloads)('%s', (payload) => {
    const html = clean(payload);
    expectHarmless(html);
    expect(clean(html)).toBe(html);
    const around = clean(`<p>Antes</p>${payload}`);
    expect(around.startsWith('<p>Antes</p>')).toBe(true);
  });

  it('keeps the text around and inside removed elements', () => {
    expect(clean('<p>um <blink>dois</blink> <svg><p>três</p></svg></p>')).toContain('dois');
    expect(clean('<p>um</p><svg><p>dois</p>')).toContain('dois');
    expect(clean('<p>um</p><script>dois</script><p>três</p>')).toBe('<p>um</p><p>três</p>');
  });

  it.each([
    ['200,000 open tags', '<div>'.repeat(200_000)],
    ['nested formatting', '<b><p>'.repeat(150_000)],
    ['nested tables', '<table><tr><td>'.repeat(60_000)],
    ['a megabyte of less-than signs', '<'.repeat(300_000)],
    ['a megabyte of spaces in an address', `<a href="${' '.repeat(1_000_000)}x">x</a>`],
    ['a quarter of a million attributes', `<a ${'x=1 '.repeat(250_000)}>x</a>`],
    ['a quarter of a million declarations', `<p style="${'a:b;'.repeat(250_000)}">x</p>`],
  ])('does not choke on %s', (_, html) => {
    // CPU time, not elapsed time: a busy machine does not mean a slow sanitiser.
    const before = process.cpuUsage();
    expectHarmless(clean(html).slice(0, 10_000));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });

  it('keeps the words of a text that is nested too deeply', () => {
    expect(cleanLessonHtml(`${'<div>'.repeat(5000)}a aula & <b>só</b> isso`).text).toBe('a aula & só isso');
  });
});

describe('what authors write', () => {
  it.each([
    '<p>Texto com <strong>negrito</strong>, <em>itálico</em>, <u>sublinhado</u>, <s>riscado</s> e <mark>destaque</mark></p>',
    '<h1>Um</h1><h2>Dois</h2><h3>Três</h3>',
    '<ul><li><p>um</p></li><li><p>dois</p><ul><li><p>três</p></li></ul></li></ul>',
    '<ol start="3"><li><p>três</p></li></ol>',
    '<blockquote><p>Citação</p><p class="note">Fonte</p></blockquote>',
    '<p style="text-align: center">meio</p><h2 style="text-align: right">direita</h2>',
    '<p><a href="https://www.planalto.gov.br/a?b=c&amp;d=e#art5" target="_blank" rel="noopener noreferrer">Lei</a></p>',
    '<p><a href="mailto:a@b.c">e-mail</a><a href="/study">estudar</a><a href="#x">aqui</a><a href="tel:190">190</a></p>',
    '<img src="/api/media/12" alt="Mapa &quot;mental&quot;" width="800" height="600" />',
    '<p><img src="https://exemplo.com.br/a.png" alt="" /></p>',
    '<pre><code>if (a &lt; b &amp;&amp; c &gt; d) {}</code></pre>',
    '<table style="min-width: 75px"><colgroup><col style="width: 200px" /><col style="min-width: 25px" /></colgroup><tbody><tr><th colspan="1" rowspan="1" colwidth="200"><p>A</p></th><th colspan="2" rowspan="1" colwidth="100,0"><p>B</p></th></tr><tr><td colspan="1" rowspan="2"><p>1</p></td><td colspan="1" rowspan="1"><p style="text-align: right">2</p></td></tr></tbody></table>',
    '<table><caption>Resumo</caption><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody><tfoot><tr><td>x</td></tr></tfoot></table>',
    '<p>10<sup>3</sup> e H<sub>2</sub>O</p>',
    '<ol type="I"><li><p>um</p><ol type="a" start="2"><li><p>b</p></li></ol></li></ol>',
    '<p>Texto<sup><a href="#nota-1" id="ref-1">[1]</a></sup></p><p class="note"><a href="#ref-1" id="nota-1">[1]</a> Nota</p>',
    '<blockquote class="attention"><p>Cai muito.</p></blockquote>',
    '<a class="video" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" target="_blank" rel="noopener noreferrer">Aula &amp; resumo</a>',
    '<a class="video" href="https://vimeo.com/123456789/0a1b2c3d4e" target="_blank" rel="noopener noreferrer">Aula</a>',
    '<a class="video" href="/api/recordings/12" target="_blank" rel="noopener noreferrer">Aula</a>',
    '<p>1 &lt; 2 &amp; 3 &gt; 2, “aspas”, R$ 5, nbsp\u00a0aqui, emoji 📚</p>',
  ])('stays as it is: %s', (html) => {
    expect(clean(html)).toBe(html);
  });

  it('drops colours of other programs, and turns their highlights into the lesson’s own', () => {
    expect(clean('<p style="color: #434343; background-color: #fff">x <span style="color:red">y</span></p>')).toBe(
      '<p>x <span>y</span></p>',
    );
    for (const style of [
      'background-color: #ffff00',
      'background:yellow',
      'background-color: rgb(255, 242, 204)',
      'mso-highlight:silver',
    ]) {
      expect(clean(`<p><span style="${style}">x</span></p>`), style).toBe('<p><mark>x</mark></p>');
    }
    for (const style of ['background: white', 'background-color:#f5f5f5', 'background-color: rgba(255,0,0,0)', '']) {
      expect(clean(`<p><span style="${style}">x</span></p>`), style).toBe('<p><span>x</span></p>');
    }
    expect(cleanLessonHtml('<span style="background:yellow">x</span>', { highlights: 'dropped' }).html).toBe(
      '<span>x</span>',
    );
  });

  it('recognises a video by its address alone, also in an iframe of another program', () => {
    const video =
      '<a class="video" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" target="_blank" rel="noopener noreferrer">';
    expect(clean('<a class="x video" id="a" href="https://youtu.be/dQw4w9WgXcQ?si=x">Aula</a>')).toBe(
      `${video}Aula</a>`,
    );
    for (const src of [
      'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0',
      '//www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ])
      expect(clean(`<p>a</p><iframe src="${src}" title="Crase" onload="x()"></iframe>`)).toBe(
        `<p>a</p>${video}Crase</a>`,
      );
    expect(clean('<iframe src="https://evil.example/embed/dQw4w9WgXcQ"></iframe>')).toBe('');
    expect(clean('<a class="video" href="https://evil.example/">x</a><p class="video attention">y</p>')).toBe(
      '<a href="https://evil.example/">x</a><p>y</p>',
    );
    expect(cleanLessonHtml(`${video}</a>`).empty).toBe(false);
  });

  it('recognises lists and superscripts by their style, too', () => {
    expect(clean('<ol style="list-style-type: upper-roman"><li>x</li></ol>')).toBe('<ol type="I"><li>x</li></ol>');
    expect(clean('<ol type="disc" start="x"><li>x</li></ol>')).toBe('<ol><li>x</li></ol>');
    expect(clean('x<span style="vertical-align: super">2</span>')).toBe('x<sup>2</sup>');
  });

  it('numbers notes in the order of the text, whichever program made them', () => {
    expect(
      clean(
        '<p>a<sup id="cite_ref-9"><a href="#cite_note-9">[9]</a></sup> b<a name="_r2" href="#_n2">2</a> c<a href="#cite_note-9">[9]</a></p>' +
          '<ol><li id="cite_note-9"><a href="#cite_ref-9">↑</a> Nove</li></ol><p><a name="_n2" href="#_r2">2</a> Dois</p>',
      ),
    ).toBe(
      '<p>a<sup><a href="#nota-1" id="ref-1">[1]</a></sup> b<a href="#nota-2" id="ref-2">2</a> c<a href="#nota-1">[1]</a></p>' +
        '<ol><li><a href="#ref-1" id="nota-1">↑</a> Nove</li></ol><p><a href="#ref-2" id="nota-2">2</a> Dois</p>',
    );
  });

  it('keeps no other id, and no link to a missing note', () => {
    expect(clean('<p id="nota-1">x</p><a id="nota-2" href="#x">y</a><a href="#nota-3" id="root">z</a>')).toBe(
      '<p>x</p><a href="#x">y</a><a>z</a>',
    );
  });

  it('opens new windows only without an opener', () => {
    expect(clean('<a href="https://a.b" target="_blank">x</a>')).toBe(
      '<a href="https://a.b" target="_blank" rel="noopener noreferrer">x</a>',
    );
    expect(clean('<a href="https://a.b" target="_self" rel="opener">x</a>')).toBe('<a href="https://a.b">x</a>');
  });

  it('recognises an empty text', () => {
    for (const html of ['', '<p></p>', '<p> &nbsp; <br></p>', '<script>x</script>', '<img src="javascript:1">']) {
      expect(cleanLessonHtml(html).empty, html).toBe(true);
    }
    for (const html of ['<p>x</p>', 'x', '<img src="/api/media/1">', '<table><tr><td></td></tr></table>']) {
      expect(cleanLessonHtml(html).empty, html).toBe(false);
    }
  });

  it('extracts the text with blocks separated and words intact', () => {
    expect(
      cleanLessonHtml('<h2>Regra</h2><p>con<b>cord</b>ância &lt;x&gt;<br>outra</p><ul><li>um</li><li>dois</li></ul>')
        .text,
    ).toBe('Regra\nconcordância <x>\noutra\num\ndois');
    expect(cleanLessonHtml('<p>10<sup>3</sup>, H<sub>2</sub>O, 1<sup>o</sup></p>').text).toBe('10³, H₂O, 1o');
    expect(countWords('guarda-chuva, d’água e 3,5 km: são 6')).toBe(7);
  });
});

const fragment = fc.oneof(
  fc.constantFrom(...xssPayloads),
  fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<svg>',
    '<math>',
    '<style>',
    '<!--',
  ),
  fc.constantFrom('-->', '"', "'", '<', '>', '&', '&lt;', '&#x3c;', '</', ']]>', '<a href="', '<img src=', ' style="'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const soup = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

describe('whatever comes', () => {
  it('is harmless, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const once = clean(html);
        expectHarmless(once);
        expect(clean(once)).toBe(once);
      }),
      { numRuns: 1500 },
    );
  });
});
