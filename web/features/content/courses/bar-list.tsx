type BarRow = { key: string; label: string /** 0 to 1 */; share: number; value: string };
type BarListProps = { caption: string; columns: [string, string]; rows: BarRow[] };

/** Bars from zero with their values at the end; with a table for screen readers. */
export function BarList({ caption, columns, rows }: BarListProps) {
  return (
    <>
      <div aria-hidden="true" className="grid gap-2 text-sm tabular-nums">
        {rows.map(({ key, label, share, value }) => (
          <div key={key}>
            <span className="flex justify-between gap-3">
              <span className="min-w-0">{label}</span>
              <span className="shrink-0 text-ink-soft">{value}</span>
            </span>
            <svg aria-hidden="true" width="100%" height="10" className="mt-1 block">
              <rect width="100%" height="10" rx="3" fill="var(--sunken)" />
              {share > 0 && <rect width={`${Math.min(1, share) * 100}%`} height="10" rx="3" fill="var(--ill-blue)" />}
            </svg>
          </div>
        ))}
      </div>
      {/* A table takes the room of its words even when hidden; a box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, value }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
