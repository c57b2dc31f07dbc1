import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

type MoveButtonsProps = {
  /** The row in the labels: 'Subir questão 3'. */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
};

/** Moves a row of a list up or down. */
export const MoveButtons = ({ name, index, count, onMove }: MoveButtonsProps) => (
  <>
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Subir ${name}`}
      disabled={index === 0}
      onClick={() => onMove(index - 1)}
    >
      <ArrowUp />
    </Button>
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Descer ${name}`}
      disabled={index === count - 1}
      onClick={() => onMove(index + 1)}
    >
      <ArrowDown />
    </Button>
  </>
);
