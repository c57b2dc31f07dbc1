import * as z from 'zod/mini';
import { binary, type EndpointSpec, redirect } from '#contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { paramsOf, responseOf } from '#contract/omitted-shapes.ts';
import { errorCodesOf } from '#contract/refusals.ts';

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
details{border-bottom:1px solid #8884;padding:.25rem 0}
summary{cursor:pointer;padding:.5rem 0}
code{font-family:ui-monospace,monospace}
b.method{display:inline-block;min-width:4.5rem}
small{opacity:.8}
pre{overflow:auto;background:#8881;padding:.75rem;border-radius:8px}`;

/** The API for human readers: one page, no script. */
export function apiPage(endpoints: Readonly<Record<string, EndpointSpec>>, school: { schoolName: string }): string {
  const title = `${escapeHtml(school.schoolName)} API`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main>
<h1>${title}</h1>
<p>Cookies carry the session. Errors are <code>{ code, message, fields?, requestId }</code>. The same as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${Object.values(endpoints).map(entry).join('\n')}
</main></body></html>`;
}

function entry(endpoint: EndpointSpec): string {
  const response = responseOf(endpoint);
  const parts = [
    section('Path', paramsOf(endpoint), 'input'),
    section('Query', endpoint.query, 'input'),
    section('Body', endpoint.body, 'input'),
    response === binary || response === redirect
      ? `<p>Answers ${response === binary ? 'a file or page' : 'a redirect'}.</p>`
      : section('Response', response, 'output'),
    `<h3>Errors</h3><p>${errorCodesOf(endpoint).map(error).join(', ')}</p>`,
  ];
  return `<details><summary><b class="method">${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code> <small>${endpoint.access}</small><br>${escapeHtml(endpoint.summary)}</summary>${parts.join('')}</details>`;
}

const error = (code: ErrorCode) => `${errorStatus[code]} <code>${code}</code>`;

function section(title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): string {
  if (!schema) return '';
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(shape, null, 2))}</pre>`;
}
