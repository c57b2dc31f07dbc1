import { describe, expect, it } from 'vitest';
import { receiptPdf } from '#server/testing/receipts.ts';
import { claimsToBePdf, isSafePdf } from './proof-pdf.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const around = (before: string | Buffer, after: string | Buffer = '') =>
  Buffer.concat([
    typeof before === 'string' ? bytes(before) : before,
    receiptPdf(),
    typeof after === 'string' ? bytes(after) : after,
  ]);

describe('a PDF as bank apps make them', () => {
  it.each([
    ['nothing around it', around('')],
    ['a byte order mark', around('\xef\xbb\xbf')],
    ['blank lines and NULs before it', around('\r\n\0\0 \r\n\t')],
    ['headers of a form before it', around('Content-Type: application/pdf\r\nContent-Length: 812\r\n\r\n')],
    ['words before it', around(Buffer.from('Comprovante de transferência 15/11/2026\n'))],
    ['its header at the end of the first 1024 bytes', around(`${'x'.repeat(1015)}\n`)],
    ['blanks behind it', around('', '\r\n\0\0\0   ')],
    ['very many blanks behind it', around('', '\n'.repeat(100_000))],
    ['the end of a form behind it', around('', '\r\n------WebKitFormBoundary7MA4YWxk--\r\n')],
    ['words behind it', around('', Buffer.from('\nGerado em 15/11/2026 às 10:32 (autenticação 9F-33)\n'))],
    ['both', around('\n\n', '\nfim')],
    ['a change saved behind its first end', Buffer.concat([receiptPdf(), receiptPdf()])],
  ])('may have %s', (_, content) => {
    expect(claimsToBePdf(content)).toBe(true);
    expect(isSafePdf(content)).toBe(true);
  });
});

describe('what is more, or less, than a PDF', () => {
  const html = '<!doctype html><html><script>alert(1)</script></html>';
  const zip = Buffer.from('504b0304140000000000', 'hex');
  const endOfZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex');
  const inside = (text: string) => bytes(receiptPdf().toString('latin1').replace('\n', `\n${text}\n`));
  it.each([
    ['a page before it', around(html)],
    ['a comment of a page before it', around('<!--')],
    ['one tag before it', around('<b>')],
    ['a page behind its header', inside(html)],
    ['a page behind it', around('', html)],
    ['a script before it that hides it in a comment', around('alert(1)/*', '*/')],
    ['a word before it and a comment after its header', bytes(`a\n${inside('/*').toString('latin1')}*/+alert(1)`)],
    ['a word before it and a template', bytes(`a\n${inside('%x`').toString('latin1')}\``)],
    ['a program before it', around('MZ\x90\0\x03\0\0\0')],
    ['a script of the shell before it', around('#!/bin/sh\nid\n')],
    ['a picture before it', around('GIF89a\x01\0\x01\0\x80\0\0')],
    ['an archive before it', around(zip)],
    ['an archive behind it', around('', zip)],
    ['the end of an archive behind it', around('', endOfZip)],
    ['the end of an archive inside it', inside(endOfZip.toString('latin1'))],
    ['a header beyond the first 1024 bytes', around(`${'x'.repeat(1023)}\n`)],
    ['more than 1024 bytes behind it', around('', 'x'.repeat(1025))],
    ['no end', receiptPdf().subarray(0, 200)],
    ['no table of its objects', bytes('%PDF-1.4\n%%EOF\n')],
    ['no header', receiptPdf().subarray(9)],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', (_, content) => {
    expect(isSafePdf(content)).toBe(false);
  });

  it('is refused as quickly when it is made of millions of blanks', () => {
    expect(isSafePdf(around('', `${' '.repeat(5_000_000)}x`))).toBe(false);
    expect(isSafePdf(around('', `x${' '.repeat(5_000_000)}`))).toBe(true);
  });

  it('is distinguished from a file that does not even claim to be a PDF', () => {
    expect(claimsToBePdf(around(html))).toBe(true);
    expect(claimsToBePdf(receiptPdf().subarray(0, 200))).toBe(true);
    expect(claimsToBePdf(bytes('paguei, confia'))).toBe(false);
    expect(claimsToBePdf(bytes('x'.repeat(2000).concat('%PDF-1.4')))).toBe(false);
  });
});
