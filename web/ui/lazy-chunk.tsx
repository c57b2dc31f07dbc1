import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useHydrated } from '#web/lib/hydration.ts';
import { loadChunk } from '#web/lib/load-chunk.ts';
import { isOnServer } from '#web/lib/on-server.ts';
import { type LoadChunk, noteChunk, registerChunk } from '#web/lib/render-context.ts';
import { Boundary } from './boundary.tsx';
import { Failure, FailureOver } from './failure.tsx';

type Closing = { open?: boolean; onClose?: () => void; onOpenChange?: (open: boolean) => void };

type Shape<P> =
  | 'screen'
  /** In the flow of a screen: a chart, a card, an editor. */
  | 'block'
  /** A dialog or sheet: its error can be closed in the same way. */
  | 'over'
  /** A button that works once its code is loaded: it stays visible, and shows an error only when it is pressed. */
  | { button: (props: P, press: () => void) => ReactNode; isWanted: (props: P) => boolean };

/**
 * A component in a separate chunk. When the chunk fails to load or throws, an error with a retry is shown in its place;
 * the other sections of the page stay. Callers put their `Suspense` around it.
 */
export function lazyChunk<P extends object>(
  load: LoadChunk<{ default: ComponentType<P> }>,
  shape: Shape<P> = 'block',
): ComponentType<P> {
  let kept: ComponentType<P> | undefined;
  const keep = async () => {
    const part = await loadChunk(load);
    kept = part.default;
    return part;
  };
  if (isOnServer) return onServer(() => kept, keep, load.part, shape);
  registerChunk(load, keep);
  const fresh = () => lazy(keep);
  // A failed lazy component fails for ever: the next mount gets a new one.
  let current = fresh();
  const renew = () => {
    current = fresh();
  };

  function Part(props: P) {
    // A loaded chunk renders at once: a spinner must not replace the server's HTML.
    const [Loaded, setLoaded] = useState<ComponentType<P>>(() => kept ?? current);
    // Undefined: the props decide, because the button may have been pressed while the chunk was loading.
    const [isAsked, setAsked] = useState<boolean>();
    const [location] = useLocation();
    const close = () => {
      const { onClose, onOpenChange } = props as Closing;
      setAsked(false);
      onClose?.();
      onOpenChange?.(false);
    };
    const instead = (error: unknown, retry: () => void) => {
      if (shape === 'over' && (props as Closing).open === false) return null;
      if (shape === 'over') return <FailureOver error={error} onRetry={retry} onClose={close} />;
      if (typeof shape === 'string') return <Failure error={error} onRetry={retry} isScreen={shape === 'screen'} />;
      const press = () => {
        setAsked(true);
        retry();
      };
      return (
        <>
          {shape.button(props, press)}
          {(isAsked ?? shape.isWanted(props)) && <FailureOver error={error} onRetry={retry} onClose={close} />}
        </>
      );
    };
    return (
      <Boundary instead={instead} onError={renew} onReset={() => setLoaded(() => current)} resetBy={location}>
        <Loaded {...props} />
      </Boundary>
    );
  }
  if (shape === 'screen' || shape === 'block') return Part;
  // Until hydration ends, the same markup as on the server.
  const Before = onServer(() => kept, keep, load.part, shape);
  return function AfterHydration(props: P) {
    return useHydrated() ? <Part {...props} /> : <Before {...props} />;
  };
}

/**
 * The render on the server. Dialogs are left out, and a button that works only in the browser is rendered without its
 * code.
 */
function onServer<P extends object>(
  kept: () => ComponentType<P> | undefined,
  keep: () => Promise<unknown>,
  part: string | undefined,
  shape: Shape<P>,
): ComponentType<P> {
  return function DrawnPart(props: P) {
    if (shape === 'over') return null;
    if (typeof shape === 'object') return shape.button(props, () => undefined);
    const Kept = kept();
    noteChunk(part, keep, Kept !== undefined);
    return Kept ? <Kept {...props} /> : null;
  };
}
