import { useState } from 'react';
import { IMPORT_CHECKED_MAX, type PeoplePreviewRow, type TypedLine } from '#contract/people/people-imports.ts';
import { useCheckLines } from './import.queries.ts';
import { type Correction, freedBy, typedLine, withCorrections } from './import-words.ts';

type Rows = Readonly<Record<number, PeoplePreviewRow>>;
const byLine = (rows: readonly PeoplePreviewRow[]): Rows => Object.fromEntries(rows.map((row) => [row.line, row]));

/** The lines of a preview that were corrected where they stand. Each is checked again by the server. */
export function useCorrections(fresh: readonly PeoplePreviewRow[]) {
  const { mutateAsync, isPending } = useCheckLines();
  const [typed, setTyped] = useState<Readonly<Record<number, Correction>>>({});
  const [corrected, setCorrected] = useState<Rows>({});
  const rows = withCorrections(fresh, corrected);

  /** Null: the line was not checked, and a message says why. */
  const check = async (lines: TypedLine[]): Promise<PeoplePreviewRow[] | null> => {
    const checked: PeoplePreviewRow[] = [];
    try {
      for (let at = 0; at < lines.length; at += IMPORT_CHECKED_MAX) {
        checked.push(...(await mutateAsync(lines.slice(at, at + IMPORT_CHECKED_MAX))).rows);
      }
    } catch {
      // The mutation has shown its message.
      return null;
    }
    return checked;
  };

  return {
    rows,
    corrected,
    isChecking: isPending,
    /** The line after its check. */
    async correct(line: number, change: Correction): Promise<PeoplePreviewRow | null> {
      const row = rows.find((one) => one.line === line);
      if (!row) return null;
      const all = { ...typed[line], ...change };
      const freed = freedBy(rows, line);
      const checked = await check([typedLine(row, all), ...(freed ? [typedLine(freed, typed[freed.line] ?? {})] : [])]);
      if (!checked) return null;
      const next = { ...corrected, ...byLine(checked) };
      setTyped({ ...typed, [line]: all });
      setCorrected(next);
      return withCorrections(fresh, next).find((one) => one.line === line) ?? null;
    },
    /** Other columns, other lines: what was typed is checked on top of them. */
    async carryOver(mapped: readonly PeoplePreviewRow[]): Promise<void> {
      const again = mapped.filter(({ line }) => corrected[line]);
      setCorrected({});
      const checked = await check(again.map((row) => typedLine(row, typed[row.line] ?? {})));
      if (checked) setCorrected(byLine(checked));
    },
  };
}
