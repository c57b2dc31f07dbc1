import { use, useEffect, useLayoutEffect, useRef } from 'react';
import { endOfPress } from '#web/lib/press.ts';
import { type Doing, noteDoing } from '#web/lib/take-over.ts';

/** Marked as React does by itself: this one is not waited for. */
const noPress = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

type TakesOverProps = {
  /** Where the document's own drawing stands. */
  root: Element;
  /** Everything that the app listens with is there. */
  onDone: () => void;
};

/**
 * Stands last in the app, so that it is drawn when everything else is. Drawing takes many small steps, between which the
 * document can be used; what has been done there by now goes on in the app, which takes its place right after this.
 */
export function TakesOver({ root, onDone }: TakesOverProps) {
  const doing = useRef<Doing>(null);
  // React waits for it with the document in place, and draws again.
  use(endOfPress() ?? noPress);
  doing.current ??= noteDoing(root);
  // After React's own work, and before anything else can happen: fields hear of what is typed as from a person.
  useLayoutEffect(() => queueMicrotask(() => doing.current?.goOn()), []);
  const done = useRef(onDone);
  useEffect(
    () =>
      queueMicrotask(() => {
        doing.current?.press();
        done.current();
      }),
    [],
  );
  return null;
}
