import { legalPage, SupportEmail } from './legal-page.tsx';
import { slot, When } from './slots.tsx';

export const refundPage = legalPage({
  path: '/refund',
  title: 'Política de Reembolso',
  description:
    'Garantia incondicional de 7 dias: como pedir o reembolso, em quanto tempo o dinheiro volta e o que acontece com a conta.',
  brief: 'Em poucas palavras: você tem 7 dias. Não gostou, escreva para nós e devolvemos tudo, sem perguntas.',
  text: (
    <>
      <h2>1. Garantia incondicional de 7 dias</h2>
      <p>
        Você pode desistir da matrícula em até 7 dias corridos, contados da liberação do seu acesso, sem dar nenhum
        motivo. Se pagou e o acesso ainda não foi liberado, pode desistir a qualquer momento. É o direito de
        arrependimento do art. 49 do Código de Defesa do Consumidor.
      </p>

      <h2>2. Como pedir</h2>
      <p>
        Escreva para <SupportEmail />
        <When has="whatsappUrl">
          {' '}
          ou chame no <a href={slot('whatsappUrl')}>WhatsApp</a>
        </When>
        , dentro do prazo, com o e-mail da sua conta e uma chave PIX ou conta bancária em seu nome. Vale a data do seu
        pedido, não a da nossa resposta.
      </p>

      <h2>3. Quanto e quando volta</h2>
      <p>
        Devolvemos o valor inteiro que você pagou, sem descontar taxas, em até 5 dias úteis depois do pedido. Pagamentos
        por PIX ou boleto voltam por PIX ou transferência. Em pagamentos com cartão, pedimos o estorno à operadora; o
        crédito aparece na fatura seguinte, conforme o fechamento dela.
      </p>

      <h2>4. O que acontece com a conta</h2>
      <p>
        Com o reembolso, o acesso às aulas e simulados termina. Se quiser, apagamos também os seus dados, como explica a{' '}
        <a href="/privacy">Política de Privacidade</a>.
      </p>

      <h2>5. Depois dos 7 dias</h2>
      <p>
        O pagamento é único e não há cobrança futura para cancelar. Se a plataforma não entregar o que foi oferecido,
        fale com a gente: os direitos do Código de Defesa do Consumidor sobre serviço com defeito valem durante todo o
        período de acesso.
      </p>

      <h2>6. Pagou duas vezes?</h2>
      <p>
        Valores pagos a mais ou por engano são devolvidos inteiros, a qualquer tempo. Envie os comprovantes para{' '}
        <SupportEmail />.
      </p>
    </>
  ),
});
