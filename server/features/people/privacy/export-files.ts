import { extensionOf } from '#server/files/extension-of.ts';

type Row = Record<string, unknown>;

const folders: Record<string, string> = {
  payment_proofs: 'comprovantes',
  refunds: 'reembolsos',
  essay_pages: 'redacoes',
  exam_time_requests: 'tempo-a-mais',
  media: 'imagens',
};

/** Rows that hold a file get its name in the zip, one that a computer opens, instead of the store's own key. */
export function withFileNames(tables: Record<string, Row[]>) {
  /** Where each stored file goes. */
  const files = new Map<string, string>();
  const named = Object.entries(tables).map(([table, rows]) => [
    table,
    rows.map((row) => {
      if (!('file_key' in row)) return row;
      const { file_key: key, ...rest } = row;
      if (typeof key !== 'string') return { ...rest, file: null };
      const extension = extensionOf(String(row.type ?? row.mime_type ?? row.file_type));
      const file = files.get(key) ?? `arquivos/${folders[table] ?? table}/${row.id ?? row.payment_id}.${extension}`;
      files.set(key, file);
      return { ...rest, file };
    }),
  ]);
  return { tables: Object.fromEntries(named) as Record<string, Row[]>, files };
}
