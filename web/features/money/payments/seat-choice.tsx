import type { AdminOffer } from '#contract/money/offers.ts';
import { plural } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

type SeatChoiceProps = {
  label: string;
  /** Undefined while it is loading. */
  offer: Pick<AdminOffer, 'places' | 'placesTaken'> | undefined;
  checked: boolean;
  onChange: (takesSeat: boolean) => void;
};

/** Only for an offer that counts its seats. */
export function SeatChoice({ label, offer, checked, onChange }: SeatChoiceProps) {
  if (!offer || offer.places === null) return null;
  const left = Math.max(0, offer.places - offer.placesTaken);
  return (
    <Checkbox
      label={label}
      help={`${plural(left, 'vaga livre', 'vagas livres')}. Só as vendas pagas no site ocupam vaga por si: sem marcar, o preço de hoje não muda.`}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
