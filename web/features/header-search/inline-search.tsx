import { Search } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { SEARCH_MAX } from '../../../contract/limits.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { boxClass } from './search-placeholder.tsx';
import { SearchResults } from './search-results.tsx';
import { comboboxProps, useSearchBox } from './use-search-box.ts';

type InlineSearchProps = { field: RefObject<HTMLInputElement | null>; showsKey: boolean };

export function InlineSearch({ field, showsKey }: InlineSearchProps) {
  const frame = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    field.current?.blur();
  };
  const box = useSearchBox({ onDone: close });
  return (
    <search
      ref={frame}
      className="relative max-lg:hidden"
      onBlur={(event) => {
        if (!frame.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Search className="pointer-events-none absolute top-2.5 left-3 text-on-night-soft" />
      <input
        ref={field}
        type="search"
        aria-label="Buscar aulas, cursos e simulados"
        placeholder="Buscar"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX}
        value={box.words}
        {...comboboxProps(box, open)}
        onChange={(event) => {
          box.type(event.target.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            if (box.isEmpty) close();
            else box.type('');
          } else box.onKeyDown(event);
        }}
        className={`${boxClass} pr-9 pl-9 text-on-night placeholder:text-on-night-soft [&::-webkit-search-cancel-button]:hidden`}
      />
      {showsKey && box.isEmpty && (
        <Kbd className="pointer-events-none absolute top-2 right-2.5 border-night-line text-on-night-soft">/</Kbd>
      )}
      {open && !box.isEmpty && (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the options take no focus of their own, so the list must scroll by keyboard
          tabIndex={0}
          className="absolute top-full right-0 mt-2 max-h-[min(560px,calc(100dvh-96px))] w-110 overflow-y-auto rounded-card bg-surface text-ink shadow-float"
        >
          <SearchResults box={box} />
        </div>
      )}
    </search>
  );
}
