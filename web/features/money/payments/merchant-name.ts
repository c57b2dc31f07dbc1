/** The name that the bank app will show: field 59 of the PIX code. Empty when it cannot be read. */
export function merchantNameOf(pixCode: string): string {
  for (let at = 0; at + 4 <= pixCode.length; ) {
    const length = Number(pixCode.slice(at + 2, at + 4));
    if (!Number.isInteger(length)) return '';
    if (pixCode.startsWith('59', at)) return pixCode.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return '';
}
