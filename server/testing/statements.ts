import { multipartForm } from './forms.ts';

export type Line = { day: string; amount: string; memo: string; fitId?: string; name?: string; type?: string };

/** OFX 1.x as most Brazilian banks write it: without closing tags, in a charset other than the declared one. */
export const ofxOf = (lines: readonly Line[], account = '12345-6'): string =>
  [
    'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE\r\n',
    '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>',
    `<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>0341<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>`,
    ...lines.map(({ day, amount, memo, fitId, name, type = 'CREDIT' }) =>
      [
        '<STMTTRN>',
        `<TRNTYPE>${type}`,
        `<DTPOSTED>${day.replaceAll('-', '')}120000[-3:BRT]`,
        `<TRNAMT>${amount}`,
        ...(fitId === undefined ? [] : [`<FITID>${fitId}`]),
        ...(name === undefined ? [] : [`<NAME>${name}`]),
        `<MEMO>${memo}`,
        '</STMTTRN>',
      ].join('\r\n'),
    ),
    '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\r\n');

/** The form that a browser sends. */
export const statementForm = (content: string | Uint8Array, fields: Record<string, string> = {}) =>
  multipartForm({ name: 'extrato.ofx', ...fields, file: ['extrato.ofx', new Uint8Array(Buffer.from(content))] });
