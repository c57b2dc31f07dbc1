import { type DragEvent, useState } from 'react';

/** A place onto which a file may be dropped: a second way beside a button that does the same. */
export function useFileDrop(onDrop: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    /** For the element. */
    props: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files[0]);
      },
    },
  };
}
