import * as z from 'zod/mini';
import { EMAIL_MAX, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './limits.ts';

/** PostgreSQL text takes neither NUL nor lone surrogates: refuse them at the edge. */
export const storable = z.refine<string>((value) => !value.includes('\0') && value.isWellFormed(), {
  error: 'Contém caracteres que não podem ser guardados.',
});

/** Any text that can be stored, at most `max` characters. */
export const text = (max: number) => z.string().check(z.maxLength(max, `Use no máximo ${max} caracteres.`), storable);

/** Text without surrounding spaces that may not be empty. */
export const requiredText = (max: number, message = 'Campo obrigatório.') =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Use no máximo ${max} caracteres.`), storable);

/**
 * The number of a save, which a client sends back to show what it has read. One less than a column holds, because the
 * next save adds one.
 */
export const revision = z.number().check(z.int(), z.gte(0), z.lte(2_147_483_646));

/** A row id in a body. Larger ones exist in no table. */
export const rowId = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647));

/** The same in a path or query: plain digits, no other way to write a number. */
export const id = z.pipe(
  z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/))]), z.transform(Number)),
  rowId,
);

export const idParams = z.object({ id });

export const userId = z.uuid();

/** ISO 8601 in UTC. Stores hand out Dates, the wire carries text. */
export const instant = z.pipe(
  z.union([z.string(), z.date()]),
  z.transform((value) => (typeof value === 'string' ? value : value.toISOString())),
);

/**
 * A stored value of a fixed list, in an answer. During an upgrade a newer server may store a value that this version
 * does not know: it is sent as `otherwise`, and is no error (071).
 */
export const stored = <S extends z.ZodMiniType>(values: S, otherwise: z.output<S>) => z.catch(values, () => otherwise);

export const ok = z.object({ ok: z.literal(true) });

/** limit and cursor of a list that can grow. */
export const paging = {
  limit: z._default(
    z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(LIST_LIMIT_MAX)),
    LIST_LIMIT_DEFAULT,
  ),
  cursor: z.optional(text(200)),
};

/** A parameter that may be written more than once in a query: none, one or several values. */
export const several = <S extends z.ZodMiniType>(item: S, max: number) =>
  z._default(
    z.pipe(
      z.transform((value: z.input<S> | z.input<S>[]) => (Array.isArray(value) ? value : [value]) as z.input<S>[]),
      z.array(item).check(z.maxLength(max, `No máximo ${max}.`)),
    ),
    [],
  );

/** Good enough to catch a typing error; the proof of an address is the mail that arrives. */
export const emailPattern = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+\.[^\s@<>()[\]",;:\\.]{2,}$/;

export const email = requiredText(EMAIL_MAX, 'Informe um e-mail válido.').check(
  z.regex(emailPattern, 'Informe um e-mail válido.'),
);
