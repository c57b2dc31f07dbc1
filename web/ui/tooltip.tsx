import * as RadixTooltip from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** One provider for the app, so that moving along a row of buttons does not wait again. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </RadixTooltip.Provider>
  );
}

type TooltipProps = {
  label: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One control with an accessible name: a tooltip does not exist on a touch screen. */
  children: ReactNode;
};

export function Tooltip({ label, side = 'bottom', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-(--z-toast) max-w-72 animate-appear rounded-control border border-night-line bg-night px-3 py-1.5 text-on-night text-xs shadow-float"
        >
          {label}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
