import type { ComponentType } from 'react';

export type Slot<P extends object> = ComponentType<P> & { fill(part: ComponentType<P>): void };

/**
 * Something that a screen shows and a higher district provides. The screen's district declares the slot;
 * web/shell/fill-slots.ts fills it when the app loads, so no feature imports upwards.
 */
export function defineSlot<P extends object>(name: string): Slot<P> {
  let Part: ComponentType<P> | undefined;
  const Slot = (props: P) => {
    if (!Part) throw new Error(`The slot '${name}' is not filled (web/shell/fill-slots.ts).`);
    return <Part {...props} />;
  };
  return Object.assign(Slot, {
    fill(part: ComponentType<P>) {
      Part = part;
    },
  });
}
