import { encodeBrCode, foldToAscii } from './brcode.ts';
import { parsePixKey } from './pix-key.ts';

/** The receiver of students' payments. */
export type PixSettings = { key: string; merchantName: string; merchantCity: string };

/** Not a real key: the address cannot exist, and the name explains that to a person who opens it in a bank app. */
export const examplePix: PixSettings = {
  key: 'exemplo-nao-pague@alvorada.example',
  merchantName: 'EXEMPLO NAO PAGUE',
  merchantCity: 'BRASILIA',
};

type Given = { key: string | null; merchantName: string | null; merchantCity: string | null };
/** The setting that is wrong. */
type Problem = { setting: 'pixKey' | 'pixMerchantName' | 'pixMerchantCity'; problem: string };

const textsOf = (given: Given, schoolName: string) => ({
  merchantName: foldToAscii(given.merchantName ?? schoolName.slice(0, 25)),
  merchantCity: foldToAscii(given.merchantCity ?? examplePix.merchantCity),
});

/** Everything that is wrong with the operator's configuration, with a message for them. */
export function pixProblems(given: Given, schoolName: string): Problem[] {
  if (!given.key) return [];
  const { merchantName, merchantCity } = textsOf(given, schoolName);
  const problems: (Problem | false)[] = [
    !parsePixKey(given.key) && {
      setting: 'pixKey',
      problem:
        'PIX_KEY: expected a CPF or CNPJ with right check digits, an e-mail, a phone as +5511943214321 or a UUID.',
    },
    !/^[\x20-\x7e]{1,25}$/.test(merchantName) && {
      setting: 'pixMerchantName',
      problem: 'PIX_MERCHANT_NAME: expected a name of at most 25 letters, as bank apps show it.',
    },
    !/^[\x20-\x7e]{1,15}$/.test(merchantCity) && {
      setting: 'pixMerchantCity',
      problem: 'PIX_MERCHANT_CITY: expected a city of at most 15 letters, as bank apps show it.',
    },
  ];
  return problems.filter((problem) => problem !== false);
}

/** The receiver that the operator configured, or the first problem with it. */
export function readPix(given: Given, schoolName: string): PixSettings | Problem {
  if (!given.key) return examplePix;
  const [problem] = pixProblems(given, schoolName);
  return problem ?? { key: parsePixKey(given.key)?.key ?? '', ...textsOf(given, schoolName) };
}

/** The copy-and-paste code of one payment: its amount, and its own code as the identifier in the bank statement. */
export const pixCodeOf = (pix: PixSettings, payment: { amount: number; paymentCode: string }): string =>
  encodeBrCode({ ...pix, amount: payment.amount, txid: payment.paymentCode });
