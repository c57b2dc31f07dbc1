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
        <SettingField
          form={form}
          name="reminderHours"
          inputMode="numeric"
          help="O e-mail leva o código PIX e um link que para os lembretes. 0: sem este lembrete."
        />
        <SettingField
          form={form}
          name="reminderDays"
          inputMode="numeric"
          help="Contados desde o pedido, se ele ainda não foi pago. 0: sem este lembrete."
        />
        <SettingField
          form={form}
          name="cardTotalCents"
          inputMode="decimal"
          optional
          help="Da oferta padrão, com todas as parcelas, na página de vendas e no provedor. Cupons e outros preços seguem a mesma proporção. Vazio: as parcelas da página de vendas (12x de 10% do preço)."
        />
      </div>
    </Card>
  );
}
