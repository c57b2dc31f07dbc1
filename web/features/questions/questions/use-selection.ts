import { useState } from 'react';
import type { BankQuestionSummary } from '#contract/questions/question-bank.ts';

/** The selection of the table: some rows, or all that the search finds. */
export type Selection = { kind: 'some'; ids: readonly number[] } | { kind: 'all' };

const nothing: Selection = { kind: 'some', ids: [] };

/** `search`: another search clears the selection, because selected rows could be out of sight. */
export function useSelection(search: string) {
  const [chosen, setChosen] = useState<{ search: string; selection: Selection }>({ search, selection: nothing });
  const selection = chosen.search === search ? chosen.selection : nothing;
  const set = (next: Selection) => setChosen({ search, selection: next });
  const has = (id: number) => selection.kind === 'all' || selection.ids.includes(id);
  return {
    selection,
    has,
    count: (total: number) => (selection.kind === 'all' ? total : selection.ids.length),
    /** While all are selected, deselecting a row selects the other loaded rows. */
    toggle(id: number, rows: readonly BankQuestionSummary[]) {
      const ids = selection.kind === 'all' ? rows.map((row) => row.id) : selection.ids;
      set({ kind: 'some', ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] });
    },
    chooseRows: (rows: readonly BankQuestionSummary[]) => set({ kind: 'some', ids: rows.map(({ id }) => id) }),
    chooseAll: () => set({ kind: 'all' }),
    clear: () => set(nothing),
  };
}
