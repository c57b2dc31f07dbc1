import { Button } from './button.tsx';

type FormActionsProps = {
  /** The id of the form to submit. */
  form: string;
  label: string;
  busy: boolean;
  busyLabel: string;
  onCancel: () => void;
  tone?: 'bad';
};

/** The footer of a dialog with a form: cancel or submit. */
export function FormActions({ form, label, busy, busyLabel, onCancel, tone }: FormActionsProps) {
  return (
    <>
      <Button variant="line" disabled={busy} onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" form={form} variant={tone} busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    </>
  );
}
