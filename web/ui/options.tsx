type OptionsProps<Value extends string> = { of: readonly Value[]; words: Readonly<Record<Value, string>> };

/** The options of a select over a fixed list, with their labels. */
export const Options = <Value extends string>({ of, words }: OptionsProps<Value>) =>
  of.map((value) => (
    <option key={value} value={value}>
      {words[value]}
    </option>
  ));
