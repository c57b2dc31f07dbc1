import * as z from 'zod/mini';
import { binary, type EndpointSpec, redirect } from '#contract/endpoint.ts';
import { type ErrorCode, errorBody, errorStatus } from '#contract/errors.ts';
import { paramsOf, responseOf } from '#contract/omitted-shapes.ts';
import { errorCodesOf } from '#contract/refusals.ts';
import { PIECES_TYPE } from './bodies.ts';

type School = { schoolName: string };
type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

/** The contract as OpenAPI 3.1, generated, so that it always describes what is enforced. */
export function openApi(endpoints: Readonly<Record<string, EndpointSpec>>, school: School): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${school.schoolName} API`, version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      responses: Object.fromEntries(
        Object.values(endpoints)
          .flatMap(refusals)
          .map(({ codes }) => [nameOf(codes), refusal(codes)]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'alvorada_session',
          description: 'Where TLS is on, the name is __Host-alvorada_session.',
        },
      },
    },
  };
}

function operation(name: string, endpoint: EndpointSpec): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.freshProof ? { 'x-fresh-proof': true } : {}),
    'x-rate-weight': endpoint.weight ?? 1,
    ...(endpoint.needsAccess ? { 'x-needs-access': endpoint.needsAccess } : {}),
    ...(endpoint.access === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: [...parameters(paramsOf(endpoint), 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [endpoint.response === redirect ? 302 : 200]: { description: 'Success', ...content(responseOf(endpoint)) },
      ...Object.fromEntries(
        refusals(endpoint).map(({ status, codes }) => [status, { $ref: `#/components/responses/${nameOf(codes)}` }]),
      ),
    },
  };
}

/** The error codes of a call by status. */
const refusals = (endpoint: EndpointSpec) =>
  [...Map.groupBy(errorCodesOf(endpoint), (code) => errorStatus[code])].map(([status, codes]) => ({
    status,
    codes: codes.sort(),
  }));

/** One component per set of codes, in however many calls. */
const nameOf = (codes: readonly ErrorCode[]) => codes.join('.');

const refusal = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }));
}

function requestBody(endpoint: EndpointSpec): Json {
  const schema = schemaOf(endpoint.body as z.ZodMiniType, 'input');
  const types = {
    json: ['application/json'],
    multipart: ['multipart/form-data'],
    either: ['application/json', 'multipart/form-data'],
    pieces: [PIECES_TYPE],
  };
  const accepted = types[endpoint.bodyType ?? 'json'];
  return { required: true, content: Object.fromEntries(accepted.map((type) => [type, { schema }])) };
}

function content(response: ReturnType<typeof responseOf>): Json {
  if (response === redirect) return {};
  if (response === binary) return { content: { '*/*': {} } };
  return { content: { 'application/json': { schema: schemaOf(response, 'output') } } };
}
