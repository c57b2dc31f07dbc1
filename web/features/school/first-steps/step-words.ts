import { type FirstStepName, type FirstSteps, firstStepNames } from '#contract/school/first-steps.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export type Step = {
  name: FirstStepName;
  state: FirstSteps['brand']['state'];
  title: string;
  text: string;
  /** The label of the button while the step is not done. */
  action: string;
  href: string;
};

const sectionOf = (id: string) => `${paths.adminSettings}#${id}`;

/** The six steps in words, in their order. */
export function stepsIn(steps: FirstSteps): Step[] {
  const { brand, payment, mail, price, claims, people } = steps;
  const words: Record<FirstStepName, Omit<Step, 'name' | 'state'>> = {
    brand: {
      title: 'Nome e logo',
      text: brand.hasOwnName
        ? `${brand.schoolName}, ${brand.hasLogo ? 'com o seu logo.' : 'ainda sem logo.'}`
        : 'A escola ainda tem o nome do produto.',
      action: brand.hasOwnName ? 'Pôr o logo' : 'Pôr nome e logo',
      href: brand.hasOwnName ? paths.adminBrand : sectionOf('school'),
    },
    payment: {
      title: 'Como pagam',
      text: paymentText(payment),
      action: payment.hasKey || payment.hasProvider ? 'Testar a chave' : 'Pôr a chave PIX',
      href: sectionOf('pix'),
    },
    mail: {
      title: mail.stored > 0 ? `E-mail: ${plural(mail.stored, 'carta guardada', 'cartas guardadas')}` : 'E-mail',
      text: mailText(mail),
      action: mail.isSent ? 'Ver em Sistema' : 'Ligar o e-mail',
      href: mail.isSent ? paths.adminSystem : sectionOf('mails'),
    },
    price: {
      title: 'Preço e o que inclui',
      text: `${formatMoney(price.priceCents)}. ${priceText(price)}`,
      action: 'Completar',
      href: paths.adminOffers,
    },
    claims: {
      title: 'O que a página afirma',
      text: claimsText(claims.open, brand.hasOwnName),
      action: claims.open > 0 ? `Ver ${claims.open === 1 ? 'a afirmação' : `as ${claims.open}`}` : 'Ver a página',
      href: paths.adminClaims,
    },
    people: {
      title: 'Pessoas',
      text:
        people.students + people.teachers === 0
          ? 'Ninguém entrou ainda. Traga alunos de uma planilha ou convide professores.'
          : `${plural(people.students, 'aluno', 'alunos')} e ${plural(people.teachers, 'professor', 'professores')}.`,
      action: 'Trazer pessoas',
      href: paths.adminImport,
    },
  };
  return firstStepNames.map((name) => ({ name, state: steps[name].state, ...words[name] }));
}

function paymentText({ hasProvider, hasKey, hasReceived }: FirstSteps['payment']): string {
  if (!hasKey && !hasProvider) return 'Falta a chave PIX da escola.';
  if (!hasReceived) return 'A chave está escrita, mas nunca recebeu nada. Falta um pagamento de teste.';
  return hasProvider ? 'O provedor confirma os pagamentos.' : 'A chave PIX já recebeu.';
}

function mailText({ isSent, stored, failed }: FirstSteps['mail']): string {
  if (!isSent) {
    return stored > 0
      ? 'Nada saiu ainda. Quando o e-mail funcionar, perguntamos antes de enviar.'
      : 'Falta o código de uma carta de teste que chegou.';
  }
  if (stored > 0) return 'O e-mail está ligado: decida se elas saem.';
  return failed > 0 ? `${plural(failed, 'carta não saiu', 'cartas não saíram')}.` : 'Uma carta de teste chegou.';
}

function priceText({ isOnSale, hasEnd }: FirstSteps['price']): string {
  if (!isOnSale) return 'A oferta não está à venda.';
  return hasEnd ? 'O fim do acesso está definido.' : 'Falta dizer até quando vai o acesso: escolha a prova.';
}

function claimsText(open: number, hasOwnName: boolean): string {
  if (!hasOwnName) return 'Depois do nome da escola, cada número e promessa da página precisa da sua palavra.';
  return open === 0
    ? 'Tudo o que a página afirma é seu.'
    : `${plural(open, 'afirmação ainda é do modelo', 'afirmações ainda são do modelo')}. A página não publica de novo antes disso.`;
}

/** The step of the amber button: the first broken one, else the first open one. */
export const nextStep = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ state }) => state === 'broken') ?? steps.find(({ state }) => state === 'open');
