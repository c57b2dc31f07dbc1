import type { BodyOf } from '#contract/endpoint.ts';
import type { testPix } from '#contract/platform/settings.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { charge } from '#server/http/throttle.ts';
import { decodeBrCode, encodeBrCode } from '#server/pix/brcode.ts';
import { examplePix, readPix } from '#server/pix/pix.ts';
import { parsePixKey } from '#server/pix/pix-key.ts';
import { readSettings } from '#server/school/school.store.ts';
import { valuesOf } from '#server/school/school.ts';
import { makeMailCode } from './mail-proof.service.ts';
import { refuseProblem } from './settings.service.ts';

const ONE_REAL = 100;

/** A code as students get it, read back by a reader that refuses what a bank app would. */
export async function tryPix(deps: Deps, wish: BodyOf<typeof testPix>) {
  const { stored } = await readSettings(deps.db);
  const { schoolName, ...standing } = valuesOf(deps.config.fixedSettings, stored);
  const { pixKey = standing.pixKey, pixMerchantName, pixMerchantCity } = wish;
  const pix = readPix(
    {
      key: pixKey,
      merchantName: pixMerchantName === undefined ? standing.pixMerchantName : pixMerchantName,
      merchantCity: pixMerchantCity === undefined ? standing.pixMerchantCity : pixMerchantCity,
    },
    schoolName,
  );
  if ('problem' in pix) throw refuseProblem(pix);
  const code = encodeBrCode({ ...pix, amount: ONE_REAL, txid: 'TESTE' });
  const { key, merchantName, merchantCity, amount = 0 } = decodeBrCode(code);
  const kind = parsePixKey(key)?.kind ?? 'email';
  return { code, key, keyKind: kind, merchantName, merchantCity, amount, isExample: key === examplePix.key };
}

/** Errors of the mail server in words that the owner can pass on; the original text may contain users and addresses. */
const faults: Record<string, string> = {
  EAUTH: 'O servidor de e-mail recusou o usuário ou a senha.',
  EENVELOPE: 'O servidor de e-mail recusou o remetente ou o destinatário.',
  EMESSAGE: 'O servidor de e-mail recusou a mensagem.',
  ETLS: 'A conexão segura com o servidor de e-mail falhou.',
};

export async function tryMail(deps: Deps, admin: { id: string; email: string; firstName: string }) {
  await charge(deps, { bucket: 'test-mail', max: 10, windowMs: HOUR_MS }, admin.id);
  try {
    const code = await makeMailCode(deps, admin);
    const outcome = await deps.mail.trySending(admin.email, {
      subject: 'E-mail de teste',
      greeting: `Olá, ${admin.firstName}!`,
      paragraphs: [
        'Este e-mail foi pedido na página de configurações.',
        ...(code ? [`Digite este código na página para provar que ele chegou: ${code}`] : []),
      ],
      ...(code ? { footnote: 'O código vale por uma hora.' } : {}),
    });
    return { to: admin.email, outcome };
  } catch (error) {
    deps.log.warn({ err: error }, 'the test mail could not be sent');
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new AppError('mail_failed', faults[code] ?? 'O servidor de e-mail não respondeu.');
  }
}
