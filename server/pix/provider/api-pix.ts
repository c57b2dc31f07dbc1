import * as z from 'zod/mini';
import { DAY_MS } from '#contract/time.ts';
import { createSender, type Send, type TlsSettings } from './mutual-tls.ts';
import { type ChargeTruth, type PixProvider, ProviderFault, type ReturnState } from './provider.ts';
import { faultOf, json, parsed } from './provider-answers.ts';
import { secretIn } from './secret.ts';

export type ApiPixSettings = TlsSettings & {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The key that receives the charge; the owner may change it. */
  key: () => string;
};

const money = z.string().check(z.regex(/^\d{1,10}\.\d{2}$/));
const centsOf = (value: string) => Math.round(Number(value.replace('.', '')));
const written = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const made = z.object({ pixCopiaECola: z.string().check(z.minLength(1), z.maxLength(2000)) });
const returned = z.object({
  id: z.string(),
  rtrId: z.optional(z.string()),
  natureza: z.optional(z.string()),
  valor: money,
  status: z.string(),
});
const received = z.object({
  endToEndId: z.string(),
  valor: money,
  horario: z.optional(z.iso.datetime({ offset: true })),
  devolucoes: z.optional(z.array(returned)),
});
const whole = z.object({
  status: z.string(),
  chave: z.optional(z.string()),
  valor: z.object({ original: money }),
  pix: z.optional(z.array(received)),
});
const hook = z.object({
  pix: z.array(
    z.object({
      endToEndId: z.string().check(z.maxLength(64)),
      txid: z.string().check(z.regex(/^[a-zA-Z0-9]{1,35}$/)),
      devolucoes: z.optional(z.array(z.object({ id: z.string(), status: z.string() }))),
    }),
  ),
});
const token = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) });

const SCOPES = 'cob.write cob.read pix.read pix.write webhook.read webhook.write';
const EARLY_MS = 30_000;

/** The central bank's API Pix, version 2.9, which every bank offers. */
export function createApiPix(settings: ApiPixSettings, now: () => number = Date.now): PixProvider & { close(): void } {
  const { send, close } = createSender(settings);
  const bearer = createBearer(settings, send, now);

  const ask = async (method: string, path: string, body?: unknown, isAgain = false): Promise<unknown> => {
    const answer = await send(`${settings.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await bearer.token(isAgain)}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // A token may expire early.
    if (answer.status === 401 && !isAgain) return ask(method, path, body, true);
    if (answer.status === 404) return undefined;
    if (answer.status >= 200 && answer.status < 300) return answer.body === '' ? {} : json(answer.body);
    throw faultOf(answer.status, answer.headers['retry-after']);
  };

  return {
    name: 'api-pix',
    methods: [],
    lifeMs: DAY_MS,
    close,
    async createCharge({ txid, amount, seconds, text }) {
      const wish = {
        calendario: { expiracao: seconds },
        valor: { original: written(amount) },
        chave: settings.key(),
        solicitacaoPagador: text,
      };
      const cob = await ask('PUT', `/cob/${txid}`, wish).catch(async (error) => {
        // A reused txid is refused: the answer to the first request was lost.
        const before = error instanceof ProviderFault && error.isRefusal ? await ask('GET', `/cob/${txid}`) : undefined;
        if (before === undefined || truthOf(parsed(whole, before), settings.key()).amount !== amount) throw error;
        return before;
      });
      return { pixCode: parsed(made, cob).pixCopiaECola, cardUrl: null, slipUrl: null, ids: [] };
    },
    async readCharge({ txid }) {
      const cob = await ask('GET', `/cob/${txid}`);
      return cob === undefined ? undefined : truthOf(parsed(whole, cob), settings.key());
    },
    async refund({ endToEndId, name, amount }) {
      const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${name}`;
      const known = async () => {
        const found = await ask('GET', path);
        return found === undefined ? undefined : stateOf(parsed(returned, found).status);
      };
      try {
        const made = await ask('PUT', path, { valor: written(amount) });
        if (made === undefined) throw new ProviderFault('answered 404', { isRefusal: true });
        return stateOf(parsed(returned, made).status);
      } catch (error) {
        // A reused name is refused: the answer to the first request was lost.
        const before = error instanceof ProviderFault && error.isRefusal ? await known() : undefined;
        if (before === undefined) throw error;
        return before;
      }
    },
    readWebhook(body) {
      const told = z.safeParse(hook, body);
      if (!told.success) return [];
      return told.data.pix.slice(0, 1000).map(({ txid, endToEndId, devolucoes = [] }) => ({
        txid,
        mayBeForeign: false,
        event: [endToEndId, ...devolucoes.map(({ id, status }) => `${id}:${status}`)].join(' '),
      }));
    },
    async subscribe(address) {
      await ask('PUT', `/webhook/${encodeURIComponent(settings.key())}`, { webhookUrl: address });
    },
  };
}

/** MED: the central bank's procedure for a payer to claim a payment back. */
function disputedOf(returns: readonly { natureza?: string | undefined; valor: string }[]): number | null {
  const claimed = returns.filter(({ natureza = '' }) => natureza.startsWith('MED_'));
  return claimed.length === 0 ? null : claimed.reduce((sum, { valor }) => sum + centsOf(valor), 0);
}

function stateOf(status: string): ReturnState {
  if (status === 'DEVOLVIDO') return 'done';
  return status === 'NAO_REALIZADO' ? 'failed' : 'processing';
}

function truthOf({ status, chave, valor, pix = [] }: z.output<typeof whole>, key: string): ChargeTruth {
  return {
    isOpen: status === 'ATIVA',
    amount: centsOf(valor.original),
    isOurs: chave === undefined || chave.toLowerCase() === key.toLowerCase(),
    received: pix.map(({ endToEndId, valor: amount, horario, devolucoes = [] }) => ({
      endToEndId,
      amount: centsOf(amount),
      returned: devolucoes
        .filter((one) => one.status === 'DEVOLVIDO')
        .reduce((sum, one) => sum + centsOf(one.valor), 0),
      fee: null,
      receivedAt: horario === undefined ? null : new Date(horario),
      disputed: disputedOf(devolucoes),
      method: 'pix_confirmed' as const,
      returns: devolucoes.map(({ id, rtrId = null, valor: part, status: state }) => ({
        name: id,
        amount: centsOf(part),
        state: stateOf(state),
        reference: rtrId,
      })),
    })),
  };
}

/** Client credentials, cached until they expire; concurrent callers share one request. */
function createBearer({ tokenUrl, clientId, clientSecret }: ApiPixSettings, send: Send, now: () => number) {
  let held: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  const fetchNew = async (): Promise<string> => {
    const answer = await send(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secretIn(clientSecret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
    });
    if (answer.status !== 200) throw faultOf(answer.status, answer.headers['retry-after']);
    const { access_token: value, expires_in: seconds = 300 } = parsed(token, json(answer.body));
    held = { value, until: now() + seconds * 1000 - EARLY_MS };
    return value;
  };
  return {
    token(isAgain: boolean): Promise<string> {
      if (!isAgain && held && held.until > now()) return Promise.resolve(held.value);
      asking ??= fetchNew().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
