import * as RadixTabs from 'radix-ui/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: { value: Value; label: ReactNode }[];
  className?: string;
  /** Right of the tabs if there is space, otherwise below them: a search. */
  aside?: ReactNode;
  children: ReactNode;
};

export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  tabs,
  className,
  aside,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const hasAside = aside !== undefined;

  // On a phone the selected tab may be outside the strip: it scrolls into view without moving the page.
  useEffect(() => {
    const triggers = [...(list.current?.querySelectorAll<HTMLElement>('[data-value]') ?? [])];
    const chosen = triggers.find(({ dataset }) => dataset.value === value);
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.clientWidth) / 2;
  }, [value]);

  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <div className={cx(hasAside && 'lg:flex lg:items-end lg:border-line lg:border-b')}>
        <RadixTabs.List
          ref={list}
          aria-label={label}
          className={cx(
            'relative flex gap-3 overflow-x-auto border-line border-b [scrollbar-width:none]',
            hasAside && 'lg:-mb-px lg:border-b-0',
          )}
        >
          {tabs.map((tab) => (
            <RadixTabs.Trigger
              key={tab.value}
              value={tab.value}
              data-value={tab.value}
              className={cx(
                'relative min-h-11 shrink-0 whitespace-nowrap px-1.5 py-2.5 text-ink-soft text-sm transition-colors hover:text-ink',
                'focus-visible:rounded-control focus-visible:-outline-offset-3',
                'data-[state=active]:font-strong data-[state=active]:text-ink',
                'data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-[3px] data-[state=active]:after:rounded-t-[3px] data-[state=active]:after:bg-ink',
              )}
            >
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {hasAside && <div className="ml-auto max-lg:pt-4 lg:pb-1.5">{aside}</div>}
      </div>
      {children}
    </RadixTabs.Root>
  );
}

type TabPanelProps = { value: string; className?: string; children: ReactNode };

export function TabPanel({ value, className, children }: TabPanelProps) {
  return (
    <RadixTabs.Content value={value} className={cx('pt-4 focus-visible:rounded-control', className)}>
      {children}
    </RadixTabs.Content>
  );
}
