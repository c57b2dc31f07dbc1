type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

export type RowMeaning = 'next' | 'previous' | 'first' | 'last' | 'look' | 'approve' | 'reject';

const always: Record<string, RowMeaning> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Enter: 'look',
};

/** Letters, which can be switched off in the settings. */
const letters: Record<string, RowMeaning> = { j: 'next', k: 'previous', a: 'approve', r: 'reject' };

/** The action of a key on a focused row of the queue; null for other keys. */
export function rowKey({ key, ctrlKey, metaKey, altKey }: Pressed, shortcuts: boolean): RowMeaning | null {
  if (ctrlKey || metaKey || altKey) return null;
  return always[key] ?? (shortcuts ? letters[key.toLowerCase()] : undefined) ?? null;
}
