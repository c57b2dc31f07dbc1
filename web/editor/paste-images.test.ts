// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { lessonExtensions } from './extensions.ts';
import { importPastedImages } from './import-pasted-images.ts';
import { cleanPaste } from './paste.ts';
import { imagesInRtf } from './rtf-images.ts';

const png = '89504e470d0a1a0a'.padEnd(200, '0');
const picture = (kind: string, hex: string) =>
  `{\\*\\shppict{\\pict{\\*\\picprop}\\picw100\\pich100\\${kind}{\\*\\blipuid 0123456789abcdef0123456789abcdef}\r\n${hex}}}` +
  `{\\nonshppict{\\pict\\picw100\\wmetafile8 ${'0'.repeat(200)}}}`;
const word = (...sources: string[]) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal style='mso-x:1'>a${sources
    .map((src) => `<img width=10 src="${src}">`)
    .join('')}</p></body></html>`;

let blobs: Blob[] = [];
beforeEach(() => {
  blobs = [];
  URL.createObjectURL = (blob) => `blob:teste/${blobs.push(blob as Blob)}`;
});

it('the pictures of an RTF are read in order, once each', async () => {
  const images = imagesInRtf(
    `{\\rtf1 texto${picture('pngblip', png)}meio${picture('emfblip', '00')}${picture('jpegblip', 'ffd8'.repeat(50))}}`,
  );
  expect(images.map((image) => image?.type)).toEqual(['image/png', undefined, 'image/jpeg']);
  expect([...new Uint8Array((await images[0]?.arrayBuffer()) ?? new ArrayBuffer())].slice(0, 4)).toEqual([
    0x89, 0x50, 0x4e, 0x47,
  ]);
});

it('pictures of Word are imported if the RTF has the same number, and otherwise counted as missing', () => {
  const files = ['file:///C:/x/image001.png', 'file:///C:/x/image002.png'];
  const rtf = `{\\rtf1 ${picture('pngblip', png)}${picture('emfblip', '00')}}`;
  expect(cleanPaste(word(...files), { rtf })).toMatchObject({ images: [{ src: 'blob:teste/1' }], missing: 1 });
  expect(cleanPaste(word(...files), { rtf: `{\\rtf1 ${picture('pngblip', png)}}` })).toMatchObject({ missing: 2 });
  expect(cleanPaste(word(...files))).toMatchObject({ images: [], missing: 2 });
});

it('embedded images, images from the web, product images and unusable images are treated differently', () => {
  const { html, images, missing } = cleanPaste(
    `<p>x<img src="data:image/png;base64,iVBORw0KGgo="><img src="https://exemplo.com.br/a.png"><img src="${location.origin}/api/media/7"><img src="data:image/png,x"><img src="cid:1"><img></p>`,
  );
  expect(images).toMatchObject([{ src: 'blob:teste/1' }, { address: 'https://exemplo.com.br/a.png' }]);
  expect(blobs[0]?.size).toBe(8);
  expect(missing).toBe(3);
  expect(html).toContain('src="/api/media/7"');
});

it('a pasted image becomes the stored one, a link if it cannot be copied, and is removed if it cannot be sent', async () => {
  const { html, images } = cleanPaste(
    '<p>a</p><img src="data:image/png;base64,iVBORw0KGgo="><img src="https://um.example/a.png" alt="Mapa"><img src="https://dois.example/b.png"><img src="data:image/gif;base64,R0lG">',
  );
  const editor = new Editor({ extensions: lessonExtensions, content: html });
  const left = await importPastedImages(editor, images, {
    send: async (file) => {
      if (file.type === 'image/gif') throw new Error('refused');
      return { id: 5, url: '/api/media/5', width: 10, height: 20 };
    },
    copy: async (address) => {
      if (address.includes('um.')) throw new Error('unreachable');
      return { id: 6, url: '/api/media/6', width: 30, height: 40 };
    },
  });
  expect(left).toEqual({ missing: 1, linked: 1 });
  const result = editor.getHTML();
  expect(result).toContain('src="/api/media/5" width="10" height="20"');
  expect(result).toContain('src="/api/media/6" width="30" height="40"');
  expect(result).toContain('href="https://um.example/a.png">Mapa</a>');
  expect(result).not.toContain('blob:');
  editor.destroy();
});

it('a stored image keeps its address when the paste is undone and redone', async () => {
  const editor = new Editor({ extensions: lessonExtensions, content: '<p>a</p>' });
  const { html, images } = cleanPaste('<img src="data:image/png;base64,iVBORw0KGgo=">');
  editor.commands.insertContent(html);
  await importPastedImages(editor, images, {
    send: async () => ({ id: 5, url: '/api/media/5', width: 1, height: 1 }),
    copy: vi.fn(),
  });
  editor.commands.undo();
  editor.commands.redo();
  expect(editor.getHTML()).toContain('src="/api/media/5"');
  expect(editor.getHTML()).not.toContain('blob:');
  editor.destroy();
});
