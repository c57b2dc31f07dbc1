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
  /** A dialog or sheet: its failure can be closed as itself could. */
  | 'over'
  /** A button that works as soon as its code is there: it stays, and says what failed once somebody presses it. */
  | { button: (props: P, press: () => void) => ReactNode; isWanted: (props: P) => boolean };

/**
 * A part of the product with a chunk of its own. Where the chunk does not come, or breaks, that is said in the part's
 * place, with a way to try again; the rest of the page stays. Callers put their `Suspense` around it.
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
  // A failed one fails for ever: whoever comes next gets a new one.
  let current = fresh();
  const renew = () => {
    current = fresh();
  };

  function Part(props: P) {
    // What is here already is drawn at once: the text that the document brought must not make room for a spinner.
    const [Loaded, setLoaded] = useState<ComponentType<P>>(() => kept ?? current);
    // Undecided, the part's own wish counts: somebody pressed it while it was still on its way.
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
  // As the server renders it, until hydration is over.
  const Before = onServer(() => kept, keep, load.part, shape);
  return function AfterHydration(props: P) {
    return useHydrated() ? <Part {...props} /> : <Before {...props} />;
  };
}

/** As the server draws it: what opens or works only in the browser is not drawn, or as the button that stands for it. */
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
