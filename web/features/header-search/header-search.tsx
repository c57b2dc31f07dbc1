import { Suspense, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/preferences.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { InlineSearch } from './inline-search.tsx';
import { SearchButton } from './search-placeholder.tsx';

const SearchSheet = lazyPart(() => import('./search-sheet.tsx'), 'over');

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A field in the header where there is room for one, else a button that opens a sheet. `/` leads to either. */
export default function HeaderSearch() {
  const [sheetOpen, setSheetOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const shortcuts = useShortcuts();
  useEffect(() => {
    if (!shortcuts) return;
    const focus = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== '/' || !isPlain || event.defaultPrevented || isTyping(event.target)) return;
      // Behind a dialog nothing may be focused.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      if (field.current?.offsetParent) field.current.focus();
      else setSheetOpen(true);
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [shortcuts]);
  return (
    <>
      <InlineSearch field={field} showsKey={shortcuts} />
      <SearchButton onClick={() => setSheetOpen(true)} />
      <Suspense>{sheetOpen && <SearchSheet onClose={() => setSheetOpen(false)} />}</Suspense>
    </>
  );
}
