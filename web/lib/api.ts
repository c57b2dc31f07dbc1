import type { BodyInput, EndpointSpec, ParamsOf, QueryInput, ResponseOf } from '#contract/endpoint.ts';
import type { EndReason, ErrorBody, ErrorCode } from '#contract/errors.ts';
import { type AnswerOf, FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import type { ErrorCodeOf } from '#contract/refusals.ts';

const OFFLINE = 'Sem conexão com a internet. Verifique sua rede e tente de novo.';
const UPDATING = 'Estamos atualizando a plataforma. Tente de novo em instantes.';

/** For responses that are not from our server: a proxy's page, a bare status. */
const byStatus: Partial<Record<number, string>> = {
  401: 'Sua sessão terminou. Entre de novo.',
  403: 'Você não tem permissão para esta ação.',
  404: 'Não encontramos o que você procura.',
  408: 'A conexão demorou demais. Tente de novo.',
  413: 'O que você enviou é grande demais.',
  429: 'Muitas tentativas. Espere um pouco e tente de novo.',
  502: UPDATING,
  503: UPDATING,
  504: UPDATING,
};
const UNKNOWN = 'Algo deu errado. Tente de novo.';

/** Any failed call. `message` is for code ("401: Unauthorized"), `text` for people. */
export class ApiError extends Error {
  /** 0 without a response. */
  readonly status: number;
  readonly body: ErrorBody | null;
  readonly text: string;

  /** `said` is the content of the response, when people see another text. */
  constructor(status: number, text: string, body: ErrorBody | null, said = text) {
    super(`${status}: ${said}`);
    this.status = status;
    // A server error: the code that a person quotes to the support leads to the line of the log.
    this.text = body?.code === 'internal' ? `${text} Código: ${body.requestId}` : text;
    this.body = body;
  }

  get code(): ErrorCode | 'offline' | undefined {
    if (this.status === 0) return 'offline';
    return proxied[this.status] ?? (this.body?.code as ErrorCode | undefined);
  }
}

/** Statuses that a proxy before the server sends with its own page, for the same reasons as the server. */
const proxied: Partial<Record<number, ErrorCode>> = {
  408: 'request_timeout',
  413: 'too_large',
  415: 'unsupported_type',
};

/**
 * Whether a call was refused with one of these codes: `isRefused<typeof getLesson>(error, 'not_found')`. The type
 * parameter names the call, and a code that it does not list is a type error. `offline` means no response.
 */
export const isRefused = <E extends EndpointSpec = never>(
  error: unknown,
  ...codes: readonly (ErrorCodeOf<E> | 'offline')[]
): error is ApiError => error instanceof ApiError && (codes as readonly unknown[]).includes(error.code);

/**
 * No session (any more). The specification goes by the status: any 401 means that the session is gone, whatever its
 * source.
 */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Why the session ended, if the server says so. */
export const endReasonOf = (error: unknown): EndReason | undefined =>
  error instanceof ApiError ? error.body?.ended : undefined;

/** Why a call that needs access was refused: access has ended (on a day, or without a date) or covers other courses. */
export type Closed = { endsOn: string | null } | 'not_bought';
export function closedBy(error: unknown): Closed | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'access_ended') return { endsOn: error.body?.endsOn ?? null };
  return error.code === 'not_bought' ? error.code : undefined;
}

/** Another person saved after this was read. The code is the same for everything that can be edited. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'version_conflict';

/** Whether a retry would be refused again. Not final: no response, a timeout, a rate limit, a server error. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ![0, 408, 429].includes(error.status) && error.status < 500;

/** Whether the failure has a specific text: from our server, or that there is no network. */
export const hasOwnWords = (error: unknown): boolean =>
  error instanceof ApiError && (error.body !== null || error.status === 0);

/** The server's messages about single fields. */
export const fieldsOf = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof ApiError ? error.body?.fields : undefined) ?? {};

/** The text for people about a failure of any kind. */
export const textOf = (error: unknown): string => (error instanceof ApiError ? error.text : UNKNOWN);

type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
export type CallInput<E extends EndpointSpec> = Defined<{
  params: ParamsOf<E>;
  query: QueryInput<E>;
  body: BodyInput<E>;
}> & {
  signal?: AbortSignal;
  /** The request is completed even when the page is left. */
  keepalive?: boolean;
};

type LooseInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
};

/** The address of a call, with its path and query filled in. */
export function addressOf(endpoint: EndpointSpec, { params = {}, query = {} }: LooseInput = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // An undefined cursor becomes null in JSON (the first page of a list that the document embeds).
    for (const one of [value].flat()) if ((one ?? '') !== '') search.append(name, String(one));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

export async function call<E extends EndpointSpec>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>> {
  const response = await send(endpoint, input as LooseInput | undefined);
  return (await response.json()) as ResponseOf<E>;
}

/** A page of a paginated list: its rows, the total count, and the cursor of the next page. */
export async function callPage<E extends EndpointSpec>(endpoint: E, input?: CallInput<E>) {
  const response = await send(endpoint, input as LooseInput | undefined);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    items: (await response.json()) as ResponseOf<E>,
    total: Number(response.headers.get('x-total-count') ?? 0),
    next: next ? new URL(next, 'https://any.invalid').searchParams.get('cursor') : null,
  };
}

type Transport = (address: string, init: RequestInit) => Promise<AnswerOf>;

let transport: Transport = (address, init) => fetch(address, init);

/** Replaces fetch: on the server, which renders the first screen, calls need no network. */
export function sendBy(other: Transport): void {
  transport = other;
}

let hydration = (): unknown => undefined;

/**
 * Reads are answered once `hydrated`, which the first of them calls, is settled. A section that hydrates with an answer that its HTML does not have is a
 * mismatch: React would render it again, and its nodes would be lost.
 */
export function holdAnswers(hydrated: () => Promise<unknown>): void {
  let settled: Promise<unknown> | undefined;
  hydration = () => {
    settled ??= hydrated().catch(() => undefined);
    return settled;
  };
}

let askForProof: () => Promise<boolean> = async () => false;

/** Sets the callback that asks the person for a fresh proof of identity; the shell provides it. */
export function whenProofIsAsked(ask: () => Promise<boolean>): void {
  askForProof = ask;
}

async function send(endpoint: EndpointSpec, input: LooseInput = {}, isProven = false): Promise<AnswerOf> {
  const { body, signal = null, keepalive = false } = input;
  let response: AnswerOf;
  try {
    response = await transport(addressOf(endpoint, input), {
      method: endpoint.method,
      signal,
      keepalive,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, OFFLINE, null);
  }
  if (endpoint.method === 'GET') await hydration();
  if (response.ok) return response;
  const error = failure(response.status, response.statusText, await response.text());
  // Only once: if the proof does not help, the error is thrown as it is.
  if (error.code === 'fresh_proof_required' && !isProven && (await askForProof())) return send(endpoint, input, true);
  throw error;
}

/** Whether the body is an error of our server; other JSON comes from a proxy. */
const isOurs = (body: unknown): body is ErrorBody =>
  ['code', 'message', 'requestId'].every((name) => typeof Reflect.get(Object(body), name) === 'string');

/** Exported for its test. */
export function failure(status: number, statusText: string, raw: string): ApiError {
  let body: unknown = null;
  try {
    body = JSON.parse(raw);
  } catch {
    // The page of a proxy, or an empty body.
  }
  if (isOurs(body)) return new ApiError(status, body.message, body);
  const message: unknown = Reflect.get(Object(body), 'message');
  const said = typeof message === 'string' ? message : raw || statusText;
  return new ApiError(status, byStatus[status] ?? UNKNOWN, null, said);
}

/** The data embedded in the document at an address of the app, for the current session; null: no screen. */
export async function readDocument(address: string): Promise<FirstScreen | null> {
  const response = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!response.ok) throw failure(response.status, response.statusText, '');
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const text = page.getElementById(FIRST_SCREEN_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstScreen) : null;
}

/** The full response at an address, or a range of it, to be cached as it is. Throws an ApiError on failure. */
export async function fetchForCache(address: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, OFFLINE, null);
  }
  if (!response.ok) throw failure(response.status, response.statusText, await response.text());
  return response;
}

/** Whether the server still has a file of the build; undefined when the request fails. */
export async function isServed(url: string): Promise<boolean | undefined> {
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    return ok || (status === 404 ? false : undefined);
  } catch {
    return undefined;
  }
}

type UploadOptions = {
  params?: Record<string, string | number>;
  headers?: Record<string, string>;
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
};

/** Sends a form with a file, or a slice of one. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function upload<E extends EndpointSpec>(
  endpoint: E,
  form: FormData | Blob,
  { params, headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, params ? { params } : {}));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        resolve(JSON.parse(request.responseText || 'null') as ResponseOf<E>);
      else reject(failure(request.status, request.statusText, request.responseText));
    };
    request.onerror = () => reject(new ApiError(0, OFFLINE, null));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
