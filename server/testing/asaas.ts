import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testAuthority } from './certificates.ts';

export const ASAAS_KEY = '$aact_chave-da-conta-da-escola';

type Refund = { status: 'PENDING' | 'DONE' | 'CANCELLED'; value: number; description: string | null };
type Payment = {
  id: string;
  status: string;
  value: number;
  netValue: number;
  billingType: 'PIX' | 'CREDIT_CARD' | 'BOLETO';
  installment: string | null;
  externalReference: string | null;
  paymentLink: string | null;
  pixQrCodeId: string | null;
  refunds: Refund[];
};

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : JSON.parse(text);
}

/** A fake Asaas by its documentation, for one test file: static QR codes, links, payments, refunds, webhooks. */
export async function startAsaas() {
  const authority = testAuthority();
  const own = authority.issue('asaas');
  const payments: Payment[] = [];
  const links: Record<string, unknown>[] = [];
  const codes: Record<string, unknown>[] = [];
  const webhooks: { url: string }[] = [];
  const requests: string[] = [];
  const faults: number[] = [];
  let serial = 0;
  let refundsBegin: Refund['status'] = 'PENDING';
  const server = createServer({ cert: own.certificate, key: own.privateKey }, (request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const body = await bodyOf(request);
    const fault = faults.shift();
    if (fault) return send(fault, { errors: [] });
    if (request.headers.access_token !== ASAAS_KEY) return send(401, { errors: [] });
    const { pathname, searchParams } = new URL(url, 'https://asaas.example');
    const [, kind, id, what] = pathname.split('/');
    serial += 1;
    if (pathname === '/pix/qrCodes/static') {
      const code = { id: `QR${serial}`, payload: `00020126qr${serial}`, ...body };
      codes.push(code);
      return send(200, code);
    }
    if (pathname === '/paymentLinks') {
      const link = { id: `link${serial}`, url: `https://www.asaas.example/c/link${serial}`, ...body };
      links.push(link);
      return send(200, link);
    }
    if (kind === 'webhooks' && method === 'GET') return send(200, { data: webhooks });
    if (kind === 'webhooks') return send(200, webhooks.push(body as { url: string }));
    if (kind === 'payments' && method === 'GET' && !id) return send(200, { data: listed(searchParams) });
    const found = payments.filter((one) => (kind === 'installments' ? one.installment === id : one.id === id));
    if (found.length === 0) return send(404, { errors: [] });
    if (method === 'GET') return send(200, found[0]);
    return what === 'refund' ? give(found, body, send) : send(404, { errors: [] });
  }

  /** The documented filters; others are ignored, as by the service. */
  function listed(query: URLSearchParams): Payment[] {
    const filters = ['externalReference', 'pixQrCodeId', 'installment'] as const;
    return payments.filter((one) => filters.every((name) => !query.has(name) || one[name] === query.get(name)));
  }

  function give(found: Payment[], body: Record<string, unknown>, send: (status: number, body: unknown) => void): void {
    const left = (one: Payment) =>
      one.value - one.refunds.filter(({ status }) => status !== 'CANCELLED').reduce((sum, { value }) => sum + value, 0);
    const wished = Number(body.value);
    const total = found.reduce((sum, one) => sum + left(one), 0);
    if (Math.round(wished * 100) > Math.round(total * 100)) {
      send(400, { errors: [] });
      return;
    }
    for (const one of found) {
      const value = found.length > 1 ? one.value : wished;
      one.refunds.push({ status: refundsBegin, value, description: String(body.description) });
    }
    send(200, found[0]);
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  const tell = (event: string, payment: Payment) => {
    serial += 1;
    return { id: `evt_${serial}`, event, payment: { ...payment } };
  };
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: authority.ca,
    payments,
    links,
    codes,
    webhooks,
    requests,
    fail: (...next: number[]) => void faults.push(...next),
    refundsAre(status: Refund['status']) {
      refundsBegin = status;
    },
    /** Pays the newest charge and returns what the service would send. A link does not pass its reference on. */
    pay(way: 'PIX' | 'CREDIT_CARD' | 'BOLETO', cents: number, instalments = 1) {
      serial += 1;
      const qr = codes.at(-1);
      const link = links.findLast((one) => one.billingType === way);
      const installment = instalments > 1 ? `inst-${serial}` : null;
      for (let part = 0; part < instalments; part += 1) {
        // The last instalment takes the remainder, as at the service.
        const each = Math.floor(cents / instalments);
        const value = (part === instalments - 1 ? cents - each * (instalments - 1) : each) / 100;
        payments.push({
          id: `pay_${serial}_${part}`,
          status: way === 'CREDIT_CARD' ? 'CONFIRMED' : 'RECEIVED',
          value,
          netValue: Math.round((value - 0.5) * 100) / 100,
          billingType: way,
          installment,
          externalReference: way === 'PIX' ? String(qr?.externalReference) : null,
          paymentLink: way === 'PIX' ? null : String(link?.id),
          pixQrCodeId: way === 'PIX' ? String(qr?.id) : null,
          refunds: [],
        });
      }
      return tell('PAYMENT_RECEIVED', payments.at(-1) as Payment);
    },
    finishRefunds(status: 'DONE' | 'CANCELLED') {
      for (const one of payments.flatMap(({ refunds }) => refunds)) if (one.status === 'PENDING') one.status = status;
      return tell('PAYMENT_REFUNDED', payments.at(-1) as Payment);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
