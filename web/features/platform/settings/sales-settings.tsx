import { Card } from '#web/ui/card.tsx';
import { SettingField, type SettingsForm } from './setting-field.tsx';
import { sectionOf } from './settings-sections.tsx';

export function SalesSettings({ form }: { form: SettingsForm }) {
  return (
    <Card {...sectionOf('sales')} title="Vendas">
      <div className="grid gap-4 md:grid-cols-2">
        <SettingField
          form={form}
          name="couponHours"
          inputMode="numeric"
          help="Sem pagamento nesse prazo, o uso do cupom volta para outra pessoa e o aluno vê o preço do dia. Vale para novos usos."
        />
      </div>
    </Card>
  );
}
