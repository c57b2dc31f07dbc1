import type { DatabaseSync } from 'node:sqlite';
import { protobufFields, utf8 } from './protobuf.ts';

export type Template = { question: string; answer: string };
export type Notetype = { isCloze: boolean; fields: string[]; templates: Template[] };

const CLOZE = 1;

type Row = Record<string, unknown>;
const list = (value: unknown): Row[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const byOrder = (rows: Row[]) => [...rows].sort((a, b) => Number(a.ord ?? 0) - Number(b.ord ?? 0));

/** `col.models`: JSON by id. */
export function notetypesOfSchema11(models: Row): Map<string, Notetype> {
  return new Map(
    Object.entries(models).map(([id, model]) => {
      const { type, flds, tmpls } = (typeof model === 'object' && model !== null ? model : {}) as Row;
      return [
        id,
        {
          isCloze: type === CLOZE,
          fields: byOrder(list(flds)).map(({ name }) => textOf(name)),
          templates: byOrder(list(tmpls)).map(({ qfmt, afmt }) => ({ question: textOf(qfmt), answer: textOf(afmt) })),
        },
      ];
    }),
  );
}

const bytesOf = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

/** Separate tables, with settings as protobuf. */
export function notetypesOfSchema18(db: DatabaseSync): Map<string, Notetype> {
  const types = db.prepare('SELECT CAST(id AS TEXT) AS id, config FROM notetypes NOT INDEXED').all() as Row[];
  const owned = (table: 'fields' | 'templates') =>
    Map.groupBy(
      db
        .prepare(`SELECT CAST(ntid AS TEXT) AS ntid, CAST(ord AS REAL) AS ord, name, config FROM ${table} NOT INDEXED`)
        .all() as Row[],
      ({ ntid }) => textOf(ntid),
    );
  const fields = owned('fields');
  const templates = owned('templates');
  return new Map(
    types.map(({ id, config }) => [
      textOf(id),
      {
        isCloze: [...protobufFields(bytesOf(config))].some(({ number, value }) => number === 1 && value === CLOZE),
        fields: byOrder(fields.get(textOf(id)) ?? []).map(({ name }) => textOf(name)),
        templates: byOrder(templates.get(textOf(id)) ?? []).map(({ config: formats }) => {
          const found = [...protobufFields(bytesOf(formats))];
          const format = (field: number) => utf8(found.find(({ number }) => number === field)?.bytes ?? null);
          return { question: format(1), answer: format(2) };
        }),
      },
    ]),
  );
}
