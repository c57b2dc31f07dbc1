/*
 * Lines of the default texts that speak of proofs checked by hand. While a provider confirms payments, the second text
 * stands in the place of the first. A line that the owner wrote stays as it is.
 */

export const manualSteps = {
  pay: 'Paga pelo PIX e envia o comprovante.',
  start: 'Em até 24 horas recebe o e-mail de liberação e começa a estudar.',
};
export const manualAnswer =
  'O caminho mais rápido é o PIX: você envia o comprovante pela própria plataforma, nossa equipe confere em até 24 horas e o aviso de liberação chega por e-mail. Para pagar com {outras formas}, fale com o suporte antes de concluir a matrícula.';
export const manualCall = 'Cadastro em dois minutos. Acesso liberado em até 24 horas.';

const automatic: ReadonlyMap<string, string> = new Map([
  [manualSteps.pay, 'Paga pelo PIX. A confirmação é automática.'],
  [manualSteps.start, 'O acesso abre assim que o pagamento cai, e você começa a estudar.'],
  [
    manualAnswer,
    'O caminho mais rápido é o PIX: a confirmação é automática, o acesso abre assim que o pagamento cai e o aviso chega por e-mail. Para pagar com {outras formas}, veja a página de pagamento ou fale com o suporte.',
  ],
  [manualCall, 'Cadastro em dois minutos. Acesso liberado assim que o PIX cai.'],
]);

/** The replacement of a line while a provider confirms payments; undefined: the line stays. */
export const automaticLineOf = (text: string): string | undefined => automatic.get(text);
