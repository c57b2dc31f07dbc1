import { Company, legalPage, SupportEmail } from './legal-page.tsx';
import { slot } from './slots.tsx';

export const privacyPage = legalPage({
  path: '/privacy',
  title: 'Política de Privacidade',
  description: `Quais dados a plataforma ${slot('schoolName')} trata, para quê, por quanto tempo, e como exercer seus direitos pela LGPD.`,
  brief:
    'Em poucas palavras: usamos seus dados para criar sua conta, conferir seu pagamento e acompanhar seus estudos. Não vendemos dados, não mostramos anúncios e não usamos rastreadores de terceiros.',
  text: (
    <>
      <h2>1. Quem cuida dos seus dados</h2>
      <p>
        A controladora dos dados pessoais é <Company />. Este texto explica como tratamos seus dados conforme a Lei
        Geral de Proteção de Dados Pessoais (LGPD, Lei nº 13.709/2018). Para falar com o encarregado pelo tratamento de
        dados, escreva para <SupportEmail />.
      </p>

      <h2>2. Quais dados tratamos</h2>
      <ul>
        <li>
          <b>Cadastro:</b> nome, sobrenome, e-mail, nome de usuário, tipo de conta e senha. A senha é guardada apenas
          como um código irreversível: nem a nossa equipe consegue lê-la.
        </li>
        <li>
          <b>Pagamento:</b> código, valor, situação e datas do pagamento, e o comprovante que você envia, com os dados
          que constarem nele.
        </li>
        <li>
          <b>Estudo:</b> cursos, aulas lidas, tempo de leitura, respostas e notas dos simulados, metas, prova escolhida
          e certificados.
        </li>
        <li>
          <b>Acesso:</b> data e hora, endereço IP, navegador e sistema usados, e ações administrativas feitas na conta.
        </li>
        <li>
          <b>Contato:</b> as mensagens que você envia ao suporte.
        </li>
      </ul>
      <p>
        Não pedimos dados sensíveis (como saúde, religião ou biometria). Não os envie em comprovantes nem em mensagens.
      </p>

      <h2>3. Para que usamos e com qual base legal</h2>
      <ul>
        <li>
          <b>Criar e manter sua conta, liberar o acesso, mostrar aulas, simulados, progresso e certificados:</b>{' '}
          execução do contrato com você (art. 7º, V).
        </li>
        <li>
          <b>Conferir o pagamento, emitir documentos e guardar registros fiscais e de acesso:</b> cumprimento de
          obrigação legal (art. 7º, II).
        </li>
        <li>
          <b>Proteger a plataforma contra fraude, invasão e compartilhamento de contas:</b> legítimo interesse (art. 7º,
          IX), com o mínimo de dados necessário.
        </li>
        <li>
          <b>Responder a você e enviar avisos sobre sua conta, pagamento e estudos:</b> execução do contrato. Os avisos
          opcionais podem ser desligados em Configurações.
        </li>
        <li>
          <b>Defender direitos em processos:</b> exercício regular de direitos (art. 7º, VI).
        </li>
      </ul>
      <p>
        Nenhuma decisão que afete seus direitos é tomada só por máquina: pagamentos e bloqueios são decididos por
        pessoas.
      </p>

      <h2>4. Cookies e armazenamento no seu aparelho</h2>
      <p>
        Usamos somente o que a plataforma precisa para funcionar: um cookie de sessão, que mantém você conectado por até
        30 dias sem uso, e um cookie de pagamento, que liga o seu navegador à sua matrícula até a liberação. O navegador
        também guarda a sua escolha de tema, rascunhos e respostas ainda não enviadas; ao sair da conta, os dados da
        conta são apagados do aparelho. Não há cookies de publicidade nem de medição de terceiros.
      </p>
      <p>
        As páginas da plataforma não carregam nada de outros sites. Uma aula pode conter imagens que o professor incluiu
        por endereço externo; ao abri-la, o seu navegador pede a imagem ao site que a hospeda.
      </p>

      <h2>5. Com quem compartilhamos</h2>
      <ul>
        <li>
          Empresas que prestam serviço para nós, como hospedagem e envio de e-mails, que só podem usar os dados para
          esse serviço.
        </li>
        <li>Instituições de pagamento e contabilidade, no que for necessário para conferir e registrar o pagamento.</li>
        <li>
          O Google, se você escolher entrar com ele: ele fica sabendo que você entrou aqui, e nós guardamos o
          identificador e o e-mail que ele informa.
        </li>
        <li>Autoridades, quando a lei ou uma ordem judicial obrigar.</li>
        <li>Quem consultar o código de um certificado seu vê o seu nome, o curso e a data de conclusão.</li>
      </ul>
      <p>
        Se algum prestador guardar dados fora do Brasil, a transferência segue as garantias dos artigos 33 a 36 da LGPD.
        Não vendemos nem alugamos dados.
      </p>

      <h2>6. Por quanto tempo guardamos</h2>
      <ul>
        <li>
          <b>Conta e estudo:</b> enquanto a conta existir. Quando ela é excluída, o progresso, o plano, as notificações,
          as sessões e os comprovantes são apagados; respostas e avaliações ficam sem qualquer ligação com você.
        </li>
        <li>
          <b>Pagamentos:</b> o registro do pagamento, sem dados pessoais depois da exclusão da conta, e os documentos
          fiscais pelo prazo da lei, em regra 5 anos.
        </li>
        <li>
          <b>Registros de acesso:</b> 6 meses, como manda o Marco Civil da Internet (Lei nº 12.965/2014, art. 15).
        </li>
        <li>
          <b>Cópias de segurança:</b> são substituídas em ciclos; um dado apagado desaparece delas no fim do ciclo.
        </li>
      </ul>

      <h2>7. Seus direitos</h2>
      <p>Pelo art. 18 da LGPD, você pode, a qualquer momento e sem custo:</p>
      <ul>
        <li>confirmar se tratamos seus dados e ter acesso a eles;</li>
        <li>corrigir dados incompletos ou errados (a maior parte, você mesmo, em Perfil);</li>
        <li>pedir anonimização, bloqueio ou eliminação do que for desnecessário ou excessivo;</li>
        <li>pedir a portabilidade dos dados;</li>
        <li>saber com quem compartilhamos;</li>
        <li>opor-se a um tratamento feito com base no legítimo interesse;</li>
        <li>pedir a exclusão da conta.</li>
      </ul>
      <p>
        Em Configurações, na página Privacidade, você mesmo baixa uma cópia dos seus dados, vê o que aceitou e quando, e
        pede a exclusão da conta, que acontece depois de sete dias. Para o resto, escreva para <SupportEmail /> a partir
        do e-mail da sua conta. Respondemos em até 15 dias. Se a resposta não resolver, você pode reclamar à Autoridade
        Nacional de Proteção de Dados (ANPD) e aos órgãos de defesa do consumidor.
      </p>

      <h2>8. Segurança</h2>
      <p>
        Usamos conexão cifrada, senhas guardadas por função de resumo resistente a ataques, acesso restrito por perfil e
        registro das ações administrativas. Se acontecer um incidente que possa causar risco ou dano relevante a você,
        avisaremos você e a ANPD no prazo da lei.
      </p>

      <h2>9. Menores de idade</h2>
      <p>
        A plataforma é destinada a candidatos a concursos. Quem tem menos de 18 anos só deve se cadastrar com a
        autorização de um responsável. Dados de crianças menores de 12 anos não são aceitos; se identificarmos um
        cadastro assim, ele será excluído.
      </p>

      <h2>10. Mudanças nesta política</h2>
      <p>
        Se este texto mudar, publicaremos a nova versão aqui, com a data. Mudanças importantes serão avisadas por e-mail
        antes de valer.
      </p>
    </>
  ),
});
