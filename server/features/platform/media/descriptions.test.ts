import { expect, it } from 'vitest';
import { undescribedImages, withDescriptions } from './descriptions.ts';

it('finds the own images without a description, each once', () => {
  const html =
    '<img src="/api/media/1" alt="" /><p><img src="/api/media/2"></p><img src="/api/media/3" alt="Mapa" />' +
    '<img src="/api/media/1" alt="" width="8" /><img src="https://exemplo.com.br/api/media/4" alt="" />';
  expect(undescribedImages(html)).toEqual([1, 2]);
});

it('writes descriptions where there is none, as text', () => {
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
