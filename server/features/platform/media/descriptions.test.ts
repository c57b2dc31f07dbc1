import { expect, it } from 'vitest';
import { undescribedImages, withDescriptions } from './descriptions.ts';

it('images of the product without a description are found, each once', () => {
  const html =
    '<img src="/api/media/1" alt="" /><p><img src="/api/media/2"></p><img src="/api/media/3" alt="Mapa" />' +
    '<img src="/api/media/1" alt="" width="8" /><img src="https://exemplo.com.br/api/media/4" alt="" />';
  expect(undescribedImages(html)).toEqual([1, 2]);
});

it('a description is written as text into images that have none', () => {
  const described = new Map([[1, 'Mapa "físico" <b> & $& $1']]);
  expect(withDescriptions('<p>A</p><img src="/api/media/1" alt="" width="8" />', described)).toBe(
    '<p>A</p><img alt="Mapa &quot;físico&quot; &lt;b&gt; &amp; $&amp; $1" src="/api/media/1" width="8" />',
  );
  expect(withDescriptions('<img src="/api/media/1">', described)).toMatch(
    /^<img alt="Mapa .*" src="\/api\/media\/1">$/,
  );
  for (const html of [
    '<img src="/api/media/1" alt="Do autor" />',
    '<img src="/api/media/2" alt="" />',
    '<p>alt=""</p>',
  ]) {
    expect(withDescriptions(html, described)).toBe(html);
  }
});
