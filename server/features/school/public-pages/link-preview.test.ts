import { expect, it } from 'vitest';
import { withPreview } from './link-preview.ts';

const html = '<head>\n<title>Alvorada</title>\n<meta name="description" content="Antes" />\n<link rel="icon"></head>';
const address = { origin: 'https://escola.example', path: '/certificates/4R7K0QZPM2XH' };

it('the document gets title, description and picture of the preview, each once', () => {
  const page = withPreview(html, { title: 'Certificado de Ana', description: 'Concluiu.', picture: '/p.png' }, address);
  expect(page.match(/<title>/g)).toHaveLength(1);
  expect(page.match(/name="description"/g)).toHaveLength(1);
  expect(page).toContain('<meta property="og:title" content="Certificado de Ana">');
  expect(page).toContain('<meta property="og:image" content="https://escola.example/p.png">');
  expect(page).toContain('<meta property="og:url" content="https://escola.example/certificates/4R7K0QZPM2XH">');
  expect(page).toContain('<link rel="icon">');
});

it('a name is escaped, whatever it contains', () => {
  const title = `"><script>alert(1)</script> $& $1`;
  const page = withPreview(html, { title, description: title, picture: '/p.png' }, address);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1');
});
