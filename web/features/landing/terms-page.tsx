import { Company, legalPage, SupportEmail } from './legal-page.tsx';
import { slot } from './slots.tsx';

export const termsPage = legalPage({
  path: '/terms',
  title: 'Termos de Uso',
  description: `As regras de uso da plataforma ${slot('schoolName')}: cadastro, pagamento, acesso, conteúdo e garantias.`,
  brief:
    'Em poucas palavras: a conta é só sua, o pagamento é único, o acesso vai até a sua prova e por mais 3 meses, e você tem 7 dias para desistir e receber tudo de volta.',
  text: (
    <>
      <h2>1. O acordo</h2>
      <p>
        Estes termos valem entre você e <Company />, que oferece esta plataforma de estudos pela internet. Ao se
        cadastrar, você concorda com eles e com a <a href="/privacy">Política de Privacidade</a>. A versão aceita e a
        data do aceite ficam registradas.
      </p>

      <h2>2. O que oferecemos</h2>
      <p>
        Aulas em texto, questões comentadas, simulados, plano de estudos e suporte para candidatos a concursos públicos.
        A plataforma é um curso livre e não tem vínculo com a Polícia Militar, com bancas examinadoras nem com órgãos
        públicos. O estudo é seu: não prometemos aprovação em concurso.
      </p>

      <h2>3. Sua conta</h2>
      <ul>
        <li>Informe dados verdadeiros e mantenha-os atualizados.</li>
        <li>A conta é pessoal. Não empreste, venda nem divida o acesso, e guarde sua senha em segredo.</li>
        <li>Se tem menos de 18 anos, cadastre-se com a autorização de um responsável.</li>
        <li>Contas de professor dependem da aprovação de um administrador.</li>
        <li>
          Se desconfiar de uso indevido, troque a senha e avise: <SupportEmail />.
        </li>
      </ul>

      <h2>4. Preço e pagamento</h2>
      <p>
        O preço atual é {slot('price')}, em pagamento único, sem mensalidade e sem renovação automática. No PIX, você
        paga com o código mostrado na tela e envia o comprovante; a equipe confere em até 24 horas úteis e avisa por
        e-mail. Um comprovante ilegível ou que não corresponda ao pagamento pode ser recusado, com o motivo, e você pode
        enviar outro. Cartão e boleto são combinados com o suporte.
      </p>

      <h2>5. Até quando vai o acesso</h2>
      <p>
        O acesso começa com a confirmação do pagamento e vai até a data da prova do seu concurso e por mais 3 meses. Se
        a data da prova for adiada, o acesso acompanha a nova data.
      </p>

      <h2>6. Desistência e reembolso</h2>
      <p>
        Você pode desistir em até 7 dias e receber o valor inteiro de volta, sem explicar o motivo, como garante o art.
        49 do Código de Defesa do Consumidor. Veja como na <a href="/refund">Política de Reembolso</a>.
      </p>

      <h2>7. O que não é permitido</h2>
      <ul>
        <li>Copiar, gravar, revender ou publicar as aulas, questões e simulados.</li>
        <li>Usar programas para baixar o conteúdo ou para responder simulados.</li>
        <li>Tentar entrar em contas ou áreas que não são suas, ou atrapalhar o funcionamento da plataforma.</li>
        <li>Enviar arquivos falsos, ilegais ou com dados de outra pessoa sem autorização.</li>
      </ul>
      <p>
        Diante de uma violação, podemos bloquear a conta. Você será informado do motivo e poderá responder; seu direito
        a devoluções previstas em lei continua valendo.
      </p>

      <h2>8. Conteúdo</h2>
      <p>
        As aulas, questões, desenhos e programas pertencem a nós ou a quem os licenciou e são protegidos pela Lei de
        Direitos Autorais (Lei nº 9.610/1998). Você recebe uma licença pessoal e intransferível para estudar durante o
        período de acesso. Professores declaram ter direito sobre o que publicam e autorizam o seu uso na plataforma.
      </p>

      <h2>9. Funcionamento</h2>
      <p>
        Trabalhamos para que a plataforma esteja sempre no ar, mas pode haver pausas para manutenção ou falhas fora do
        nosso controle. As respostas de simulados são salvas enquanto você responde. Leis e editais mudam: confira
        sempre o edital do seu concurso. Nada nestes termos reduz direitos que o Código de Defesa do Consumidor dá a
        você.
      </p>

      <h2>10. Encerramento da conta</h2>
      <p>
        Você pode pedir a exclusão da conta quando quiser, escrevendo para <SupportEmail />. O que é apagado e o que
        precisa ser guardado está na <a href="/privacy">Política de Privacidade</a>.
      </p>

      <h2>11. Mudanças, lei e foro</h2>
      <p>
        Podemos atualizar estes termos; a nova versão será publicada aqui e avisada por e-mail quando mudar algo
        importante, e não reduz o que você já contratou. Vale a lei brasileira, e o foro é o do seu domicílio.
      </p>
    </>
  ),
});
