import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';

/* Values for fuzzing, generated from the contract's own schemas: valid, nearly valid, and hostile ones. */

type Json = Record<string, unknown>;

/** Values that a schema describes. Rules of refinements are left to chance: coming close is enough. */
export function fitting(schema: z.ZodMiniType): Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}

function fromJson(node: Json): Arbitrary<unknown> {
  if ('const' in node) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...(node.enum as unknown[]));
  const variants = [...((node.anyOf ?? []) as Json[]), ...((node.oneOf ?? []) as Json[])];
  if (variants.length > 0) return fc.oneof(...variants.map(fromJson));
  if (node.allOf) return fromJson(Object.assign({}, ...(node.allOf as Json[])));
  const types = [node.type].flat();
  return types.length > 1 ? fc.oneof(...types.map((type) => fromType({ ...node, type }))) : fromType(node);
}

function fromType(node: Json): Arbitrary<unknown> {
  switch (node.type) {
    case 'object':
      return fromObject(node);
    case 'array':
      return fc.array(node.items ? fromJson(node.items as Json) : fc.jsonValue(), {
        minLength: Number(node.minItems ?? 0),
        maxLength: Math.min(Number(node.maxItems ?? 4), Math.max(4, Number(node.minItems ?? 0))),
      });
    case 'string':
      return fromString(node);
    case 'integer':
    case 'number':
      return fromNumber(node);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(rowId, fc.string(), fc.jsonValue({ maxDepth: 2 }));
  }
}

function fromObject(node: Json): Arbitrary<unknown> {
  const properties = Object.entries((node.properties ?? {}) as Record<string, Json>);
  const required = ((node.required ?? []) as string[]).filter((name) => properties.some(([known]) => known === name));
  if (properties.length === 0 && typeof node.additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 8 }), fromJson(node.additionalProperties as Json), { maxKeys: 3 });
  }
  const model = Object.fromEntries(properties.map(([name, value]) => [name, fromJson(value)]));
  return fc.record(model, { requiredKeys: required });
}

/** Rows of the sample have small ids, so that an id often names an existing row. */
const rowId = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.constant(2_147_483_647));

function fromNumber(node: Json): Arbitrary<unknown> {
  const bound = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const min = Math.ceil(bound(node.minimum, bound(node.exclusiveMinimum, -1000)));
  const max = Math.max(min, Math.floor(bound(node.maximum, bound(node.exclusiveMaximum, 2_147_483_647))));
  const whole = fc.integer({ min: clamp(min), max: clamp(max) });
  const edges = fc.constantFrom(min, max);
  const near = rowId.filter((value) => value >= min && value <= max);
  const reachesIds = min <= 8 && max >= 1;
  return fc.oneof(whole, edges, ...(reachesIds ? [{ weight: 3, arbitrary: near }] : []));
}

const clamp = (value: number) => Math.max(-2_147_483_648, Math.min(2_147_483_647, value));

const formats: Record<string, Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uri: fc.webUrl(),
};

function fromString(node: Json): Arbitrary<string> {
  const format = formats[String(node.format ?? '')];
  if (format) return format;
  if (typeof node.pattern === 'string') return fc.stringMatching(new RegExp(node.pattern));
  const minLength = Number(node.minLength ?? 0);
  const maxLength = Math.max(minLength, Math.min(Number(node.maxLength ?? 40), 40));
  const lengths = { minLength, maxLength };
  return fc.oneof(
    fc.string({ ...lengths, unit: 'grapheme' }),
    fc.string(lengths),
    words.filter((word) => word.length >= minLength && word.length <= maxLength),
    fc.constant('x'.repeat(Math.min(Number(node.maxLength ?? 40), 5000))),
  );
}

/** What people type, and what has a meaning in some layer: SQL, patterns, cursors, markup, paths. */
const words = fc.constantFrom(
  'Direito',
  '1',
  'ação',
  '%',
  '_',
  '\\',
  "' OR 1=1 --",
  '{}',
  'a & b | !c:*',
  '<p>oi</p>',
  '../../x',
);

/** Values that no person would send. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    'a\0b',
    '\ud800',
    '',
    ' ',
    '\u202e\u0000',
    "'; DROP TABLE users; --",
    '{{7*7}}',
    'x'.repeat(70_000),
    -1,
    0,
    0.1,
    1e308,
    2 ** 53,
    2 ** 31,
    -0,
    null,
    true,
    [],
    {},
    [[[[]]]],
    { $ne: null },
    { length: 1e9 },
    { toString: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
);

/** A valid value with one error: a field missing, added, of another type, or doubled in a list. */
export function nearlyFitting(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(value, hostile, fc.nat(), fc.constantFrom('spoil', 'drop', 'add', 'double')).map(damage);
}

function damage([value, wrong, choice, how]: [unknown, unknown, number, string]): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || how === 'add') return [...value, wrong];
    if (how === 'double') return Array.from({ length: 300 }, () => value[0]);
    const at = choice % value.length;
    return value.map((item, index) => (index === at ? damage([item, wrong, choice >> 2, how]) : item));
  }
  if (typeof value !== 'object' || value === null) return wrong;
  const entries = Object.entries(value);
  if (how === 'add' || entries.length === 0) return { ...value, isAdmin: true, role: 'admin', __proto__x: wrong };
  const at = choice % entries.length;
  if (how === 'drop') return Object.fromEntries(entries.filter((_, index) => index !== at));
  return Object.fromEntries(
    entries.map(([name, inner], index) => [name, index === at ? damage([inner, wrong, choice >> 2, how]) : inner]),
  );
}

const BOUNDARY = 'xYzZy';
const fieldNames = fc.constantFrom('paymentCode', 'file', 'format', 'subjectId', 'creationKey', 'x', '', '__proto__');
const fileNames = fc.constantFrom('a.png', 'a.pdf', '../../a.png', 'a\0.png', '', 'questões.csv', 'x'.repeat(300));
const contents = fc.oneof(
  fc.constantFrom('$paymentCode', 'csv', '1', '%PDF-1.7\n', '\x89PNG\r\n\x1a\n', 'GIF89a', '<svg onload=alert(1)>', ''),
  fc.constantFrom('Enunciado;A;B;Correta\nQuanto é 1+1?;1;2;B\n', '::q1:: 1+1? {=2 ~3}', 'PK\u0003\u0004'),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** A multipart body with any parts in any order, whole or cut off, under its own boundary or another one. */
export const hostileForm: Arbitrary<{ content: string; type: string }> = fc
  .record({
    parts: fc.array(fc.record({ name: fieldNames, file: fc.option(fileNames), value: contents }), { maxLength: 4 }),
    cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat({ max: 60 })),
    type: fc.oneof(
      { weight: 6, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
      fc.constantFrom('multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'),
    ),
  })
  .map(({ parts, cut, type }) => {
    const written = parts.map(({ name, file, value }) => {
      const filename = file === null ? '' : `; filename="${file}"`;
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`;
    });
    const whole = `${written.join('')}--${BOUNDARY}--\r\n`;
    return { content: whole.slice(0, Math.max(0, whole.length - cut)), type };
  });
