type Text = string | number;

type OptionsProps<Value extends string> = { of?: readonly Value[]; words: Readonly<Record<Value, string>> };

/** The options of a select over a fixed list, with their labels: all of them, or those named. */
export function Options<Value extends string>({ words, of = Object.keys(words) as Value[] }: OptionsProps<Value>) {
  return of.map((value) => (
    <option key={value} value={value}>
      {words[value]}
    </option>
  ));
}

type RowOptionsProps<Row> = { of: readonly Row[] | undefined; label: (row: Row) => Text };

/** The options of a select over rows with ids. */
export function RowOptions<Row extends { id: Text }>({ of = [], label }: RowOptionsProps<Row>) {
  return of.map((row) => (
    <option key={row.id} value={row.id}>
      {label(row)}
    </option>
  ));
}

/** The options of a select over rows with ids and names. */
export const NamedOptions = ({ of }: { of: readonly { id: Text; name: string }[] | undefined }) => (
  <RowOptions of={of} label={({ name }) => name} />
);
