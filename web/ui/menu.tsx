import * as DropdownMenu from 'radix-ui/dropdown-menu';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { cx } from './cx.ts';

type MenuProps = {
  /** The button that opens and labels the menu; it must accept a ref and props (Button does). */
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'bottom' | 'right';
  startsOpen?: boolean;
  /** Rendered inside the page's header, not at the end of the document: landmark navigation finds it there. */
  inHeader?: boolean;
  children: ReactNode;
};

export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  startsOpen = false,
  inHeader = false,
  children,
}: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <DropdownMenu.Root modal={false} defaultOpen={startsOpen}>
      <DropdownMenu.Trigger asChild ref={setButton}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={inHeader ? button?.closest<HTMLElement>('header') : undefined}>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-(--z-sheet) max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-[calc(100vw-24px)] overflow-y-auto rounded-card bg-surface p-1.5 text-ink shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-appear"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-control px-3 py-2 text-sm no-underline ' +
  'data-disabled:cursor-not-allowed data-disabled:text-ink-soft data-highlighted:bg-hover focus-visible:-outline-offset-3 [&_.lucide]:text-base';

type MenuItemProps = Omit<ComponentProps<typeof DropdownMenu.Item>, 'className'> & {
  icon?: ReactNode;
  tone?: 'plain' | 'bad';
};

/** With `asChild` the single child (a Link) is the item; put the icon into that child. */
export function MenuItem({ icon, tone = 'plain', asChild, children, ...rest }: MenuItemProps) {
  const className = cx(itemClass, tone === 'bad' ? 'text-bad' : '[&_.lucide]:text-ink-soft');
  return (
    <DropdownMenu.Item {...rest} asChild={asChild} className={className}>
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-ink-soft text-xs">{children}</DropdownMenu.Label>;
}

type MenuRadioGroupProps<T extends string> = {
  label: string;
  icon: ReactNode;
  options: readonly { value: T; label: string }[];
  value: T | undefined;
  onValueChange: (value: T) => void;
};

/** A radio group in a menu: a choice does not close the menu. */
export function MenuRadioGroup<T extends string>({ label, icon, options, ...group }: MenuRadioGroupProps<T>) {
  const labelId = useId();
  return (
    <>
      <p id={labelId} className="flex items-center gap-3 px-3 py-1 text-sm [&_.lucide]:text-ink-soft">
        {icon} {label}
      </p>
      <DropdownMenu.RadioGroup
        aria-labelledby={labelId}
        value={group.value ?? ''}
        onValueChange={(value) => {
          const chosen = options.find((option) => option.value === value);
          if (chosen) group.onValueChange(chosen.value);
        }}
        className="mx-3 my-1 flex min-w-72 overflow-hidden rounded-control border border-line-strong"
      >
        {options.map((option) => (
          <DropdownMenu.RadioItem
            key={option.value}
            value={option.value}
            onSelect={(event) => event.preventDefault()}
            className="grid min-h-11 flex-1 cursor-pointer select-none place-items-center border-line-strong border-l px-2 text-center text-sm first:border-l-0 data-highlighted:bg-hover data-[state=checked]:bg-primary data-[state=checked]:font-strong data-[state=checked]:text-on-primary focus-visible:-outline-offset-3"
          >
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
