/** The most common problems, each with the next step for the student. The label is for the office, the text is sent. */
export const presetReasons = [
  {
    label: 'Ilegível',
    text: 'O comprovante está ilegível. Envie uma foto ou um PDF em que dê para ler o valor, a data e quem recebeu.',
  },
  {
    label: 'Valor diferente',
    text: 'O valor do comprovante é diferente do valor da matrícula. Fale com o suporte para acertar a diferença.',
  },
  {
    label: 'Outro pagamento',
    text: 'Este comprovante é de outro pagamento. Envie o comprovante do PIX desta matrícula.',
  },
  {
    label: 'Não caiu na conta',
    text: 'Ainda não encontramos este PIX na nossa conta. Confira no app do banco se ele foi concluído e envie o comprovante de novo.',
  },
  { label: 'Não é comprovante', text: 'O arquivo enviado não é um comprovante de PIX. Envie o comprovante do banco.' },
] as const;

/** A preset reason replaces another preset; typed text stays above it. */
export function withPreset(typed: string, ready: string): string {
  const own = presetReasons.reduce((rest, { text }) => rest.replace(text, ''), typed).trim();
  return own ? `${own}\n${ready}` : ready;
}
