/** Title and sentence of each status, to the letter of the specification. */
const texts: Record<string, { title: string; text: string }> = {
  pending: { title: 'Aguardando Pagamento', text: 'Realize o pagamento PIX para prosseguir' },
  analyzing: { title: 'Pagamento em Análise', text: 'Estamos verificando seu comprovante de pagamento' },
  approved: { title: 'Pagamento Aprovado!', text: 'Seu acesso foi liberado. Redirecionando...' },
  rejected: { title: 'Pagamento Recusado', text: '' },
};

const unknown = { title: 'Status Desconhecido', text: 'Entre em contato com o suporte' };

export const statusTexts = (status: string) => texts[status] ?? unknown;
