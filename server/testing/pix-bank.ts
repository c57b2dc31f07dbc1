import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { testAuthority } from './certificates.ts';

export const BANK_CLIENT = { id: 'escola', secret: 'segredo-do-cliente-da-escola' };

type ReturnStatus = 'DEVOLVIDO' | 'EM_PROCESSAMENTO' | 'NAO_REALIZADO';
type Return = { id: string; rtrId?: string; natureza?: string; valor: string; status: ReturnStatus };
type Received = { endToEndId: string; txid: string; valor: string; horario: string; devolucoes: Return[] };
type Cob = {
  txid: string;
  status: string;
  valor: { original: string };
  chave: string;
  calendario: { expiracao: number };
  solicitacaoPagador?: string;
  pixCopiaECola: string;
  pix: Received[];
};

/** `lost`: the request is executed, and its answer never arrives. */
type Fault = number | 'hang' | 'garbage' | 'lost';

const money = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * A bank with the central bank's API Pix and mutual TLS, as strict as the real ones, for one test file. It misbehaves
 * on request.
 */
export async function startPixBank(now: () => Date = () => new Date()) {
  const authority = testAuthority();
  const own = authority.issue('banco');
  const charges = new Map<string, Cob>();
  const tokens = new Set<string>();
  const requests: string[] = [];
  const webhooks: string[] = [];
  let serial = 0;
  /** The first state of a requested refund. */
  let returnsBegin: ReturnStatus = 'EM_PROCESSAMENTO';
  /** The faults with which the next requests are answered. */
  const faults: Fault[] = [];
  let refusesUsed = false;

  const server = createServer(
    { cert: own.certificate, key: own.privateKey, ca: authority.ca, requestCert: true, rejectUnauthorized: false },
    (request, response) => void answer(request, response),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let isLost = false;
    const send = (status: number, body: unknown, headers = {}) =>
      isLost
        ? response.destroy()
        : response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const text = await bodyOf(request);
    if (!(request.socket as TLSSocket).authorized) return void send(403, { title: 'certificado' });
    const fault = faults.shift();
    if (fault === 'hang') return void response.destroy();
    if (fault === 'garbage') return void response.writeHead(200).end('<html>');
    if (fault === 'lost') isLost = true;
    else if (fault === 401) tokens.clear();
    else if (fault) return void send(fault, { title: 'falha' }, fault === 429 ? { 'retry-after': '2' } : {});
    if (url === '/oauth/token') return void giveToken(request, send);
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return void send(401, {});
    const [, kind, key = ''] = url.split('/');
    if (kind === 'webhook' && method === 'PUT') {
      webhooks.push(JSON.parse(text).webhookUrl);
      return void send(200, {});
    }
    if (kind === 'pix') return void giveBackAsked(method, url, text, send);
    if (kind !== 'cob') return void send(404, {});
    if (method === 'PUT') return void create(key, JSON.parse(text), send);
    const cob = charges.get(key);
    return void (cob ? send(200, cob) : send(404, {}));
  }

  type Send = (status: number, body: unknown) => void;

  function giveToken(request: IncomingMessage, send: Send): void {
    const expected = `Basic ${Buffer.from(`${BANK_CLIENT.id}:${BANK_CLIENT.secret}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      send(401, {});
      return;
    }
    const token = randomUUID();
    tokens.add(token);
    send(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
  }

  function create(txid: string, wish: Omit<Cob, 'txid' | 'status' | 'pix' | 'pixCopiaECola'>, send: Send): void {
    if (!/^[a-zA-Z0-9]{26,35}$/.test(txid) || !/^\d{1,10}\.\d{2}$/.test(wish.valor.original)) {
      send(400, {});
      return;
    }
    if (refusesUsed && charges.has(txid)) {
      send(409, { title: 'txid em uso' });
      return;
    }
    const cob: Cob = { ...wish, txid, status: 'ATIVA', pix: [], pixCopiaECola: `00020101cob${txid}6304ABCD` };
    charges.set(txid, charges.get(txid) ?? cob);
    send(201, charges.get(txid));
  }

  /** PUT and GET of /pix/{e2eid}/devolucao/{id}: a name is used once, and refunds never exceed the payment. */
  function giveBackAsked(method: string, url: string, text: string, send: Send): void {
    const [, , endToEndId = '', , name = ''] = url.split('/');
    const pix = [...charges.values()].flatMap((cob) => cob.pix).find((one) => one.endToEndId === endToEndId);
    const known = pix?.devolucoes.find(({ id }) => id === name);
    if (!pix || (method === 'GET' && !known)) {
      send(404, {});
      return;
    }
    if (method === 'GET') {
      send(200, known);
      return;
    }
    const { valor } = JSON.parse(text);
    const gone = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + Number(one.valor) * 100, 0);
    if (
      known ||
      !/^[a-zA-Z0-9]{1,35}$/.test(name) ||
      Math.round(gone + Number(valor) * 100) > Number(pix.valor) * 100
    ) {
      send(400, {});
      return;
    }
    serial += 1;
    const made: Return = { id: name, rtrId: `D18236120202611151200${serial}`, valor, status: returnsBegin };
    pix.devolucoes.push(made);
    send(201, made);
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;

  const found = (txid: string): Cob => {
    const cob = charges.get(txid);
    if (!cob) throw new Error(`There is no charge ${txid}.`);
    return cob;
  };
  return {
    url,
    ca: authority.ca,
    authority,
    charges,
    requests,
    webhooks,
    /** Answers the next requests with these faults, one after the other. */
    fail: (...next: Fault[]) => void faults.push(...next),
    clearFaults: () => void faults.splice(0),
    /** Pays a charge and returns what the bank would send. */
    pay(txid: string, cents: number) {
      const cob = found(txid);
      serial += 1;
      const endToEndId = `E1823612020261115${String(1200 + (serial % 60)).padStart(4, '0')}s${String(serial).padStart(10, '0')}`;
      const pix = { endToEndId, txid, valor: money(cents), horario: now().toISOString(), devolucoes: [] };
      cob.pix.push(pix);
      cob.status = 'CONCLUIDA';
      return { pix: [pix] };
    },
    /** The school refunds money at the bank itself. */
    giveBack(txid: string, cents: number, status: Return['status'] = 'DEVOLVIDO', natureza = 'ORIGINAL') {
      const [pix] = found(txid).pix;
      if (!pix) throw new Error('Nothing was paid.');
      pix.devolucoes.push({ id: `D${pix.devolucoes.length + 1}`, natureza, valor: money(cents), status });
      return { pix: [structuredClone(pix)] };
    },
    /** Some banks refuse a reused txid, others answer with its charge. */
    refuseUsedTxids(refuses: boolean) {
      refusesUsed = refuses;
    },
    /** Loses the charge, as a restart without memory; the returned function brings it back. */
    forget(txid: string) {
      const cob = found(txid);
      charges.delete(txid);
      return () => void charges.set(txid, cob);
    },
    /** Sets the first state of requested refunds. */
    returnsAre(status: ReturnStatus) {
      returnsBegin = status;
    },
    /** Completes or fails the pending refunds; returns what the bank would send. */
    finishReturns(txid: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO') {
      const { pix } = found(txid);
      for (const one of pix.flatMap(({ devolucoes }) => devolucoes)) {
        if (one.status === 'EM_PROCESSAMENTO') one.status = status;
      }
      return { pix: structuredClone(pix) };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
