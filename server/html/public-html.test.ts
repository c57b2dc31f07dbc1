import { expect, it } from 'vitest';
import { publicHtml } from './public-html.ts';

const shown = (html: string) => publicHtml(html, (id) => `/open/${id}`);

it('gives own images a public address, and drops images of other sites', () => {
  const { html, images } = shown(
    '<p>a<img src="/api/media/7" alt="mapa" /><img src="https://outro.example/x.png" alt="fora" /></p>',
  );
  expect(html).toBe('<p>a<img src="/open/7" loading="lazy" alt="mapa" /></p>');
  expect(images).toEqual([7]);
});

it('passes the numbering of a list to the stylesheet', () => {
  expect(shown('<ol type="I" start="5"><li>x</li></ol>').html).toBe(
    '<ol type="I" data-numbering="I" start="5"><li>x</li></ol>',
  );
});

it('sanitises stored HTML again, and takes no text for a tag', () => {
  const { html, images } = shown(
    '<p onclick="x()">x<script>alert(1)</script><img src="/api/media/1&quot;onerror=&quot;x" alt="&lt;img src=&quot;/api/media/9&quot;&gt;" />&lt;img src="/api/media/3"&gt;</p>',
  );
  expect(html).not.toMatch(/script|onclick|onerror|\/open\/[39]/);
  expect(images).toEqual([]);
});
