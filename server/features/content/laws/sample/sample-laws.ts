/** Texts of laws have no copyright (Lei nº 9.610/1998, art. 8º, IV). The Constitution is here in parts. */
export const sampleLaws = [
  {
    creationKey: '6b1f0a52-2f4e-4d0b-9a57-0e8a49000001',
    urn: 'urn:lex:br:federal:lei:1997-04-07;9455',
    name: 'Lei nº 9.455, de 1997',
    shortName: 'Lei de Tortura',
    nicknames: ['Lei da Tortura'],
    ementa: 'Define os crimes de tortura e dá outras providências.',
    source: `Art. 1º Constitui crime de tortura:

I - constranger alguém com emprego de violência ou grave ameaça, causando-lhe sofrimento físico ou mental:

a) com o fim de obter informação, declaração ou confissão da vítima ou de terceira pessoa;

b) para provocar ação ou omissão de natureza criminosa;

c) em razão de discriminação racial ou religiosa;

II - submeter alguém, sob sua guarda, poder ou autoridade, com emprego de violência ou grave ameaça, a intenso sofrimento físico ou mental, como forma de aplicar castigo pessoal ou medida de caráter preventivo.

Pena - reclusão, de dois a oito anos.

§ 1º Na mesma pena incorre quem submete pessoa presa ou sujeita a medida de segurança a sofrimento físico ou mental, por intermédio da prática de ato não previsto em lei ou não resultante de medida legal.

§ 2º Aquele que se omite em face dessas condutas, quando tinha o dever de evitá-las ou apurá-las, incorre na pena de detenção de um a quatro anos.

§ 3º Se resulta lesão corporal de natureza grave ou gravíssima, a pena é de reclusão de quatro a dez anos; se resulta morte, a reclusão é de oito a dezesseis anos.

§ 4º Aumenta-se a pena de um sexto até um terço:

I - se o crime é cometido por agente público;

II - se o crime é cometido contra criança, gestante, deficiente e adolescente;

II - se o crime é cometido contra criança, gestante, portador de deficiência, adolescente ou maior de 60 (sessenta) anos; (Redação dada pela Lei nº 10.741, de 2003)

III - se o crime é cometido mediante sequestro.

§ 5º A condenação acarretará a perda do cargo, função ou emprego público e a interdição para seu exercício pelo dobro do prazo da pena aplicada.

§ 6º O crime de tortura é inafiançável e insuscetível de graça ou anistia.

§ 7º O condenado por crime previsto nesta Lei, salvo a hipótese do § 2º, iniciará o cumprimento da pena em regime fechado.

Art. 2º O disposto nesta Lei aplica-se ainda quando o crime não tenha sido cometido em território nacional, sendo a vítima brasileira ou encontrando-se o agente em local sob jurisdição brasileira.

Art. 3º Esta Lei entra em vigor na data de sua publicação.

Art. 4º Revoga-se o art. 233 da Lei nº 8.069, de 13 de julho de 1990 - Estatuto da Criança e do Adolescente.`,
  },
  {
    creationKey: '6b1f0a52-2f4e-4d0b-9a57-0e8a49000002',
    urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988',
    name: 'Constituição Federal (trechos)',
    shortName: 'Constituição Federal',
    nicknames: [],
    ementa: 'Trechos dos artigos 5º, 37 e 144 para a escola de exemplo.',
    source: `TÍTULO II
DOS DIREITOS E GARANTIAS FUNDAMENTAIS

CAPÍTULO I
DOS DIREITOS E DEVERES INDIVIDUAIS E COLETIVOS

Art. 5º Todos são iguais perante a lei, sem distinção de qualquer natureza, garantindo-se aos brasileiros e aos estrangeiros residentes no País a inviolabilidade do direito à vida, à liberdade, à igualdade, à segurança e à propriedade, nos termos seguintes:

I - homens e mulheres são iguais em direitos e obrigações, nos termos desta Constituição;

II - ninguém será obrigado a fazer ou deixar de fazer alguma coisa senão em virtude de lei;

III - ninguém será submetido a tortura nem a tratamento desumano ou degradante;

XI - a casa é asilo inviolável do indivíduo, ninguém nela podendo penetrar sem consentimento do morador, salvo em caso de flagrante delito ou desastre, ou para prestar socorro, ou, durante o dia, por determinação judicial;

LIV - ninguém será privado da liberdade ou de seus bens sem o devido processo legal;

LV - aos litigantes, em processo judicial ou administrativo, e aos acusados em geral são assegurados o contraditório e ampla defesa, com os meios e recursos a ela inerentes;

TÍTULO III
DA ORGANIZAÇÃO DO ESTADO

CAPÍTULO VII
DA ADMINISTRAÇÃO PÚBLICA

Art. 37. A administração pública direta e indireta de qualquer dos Poderes da União, dos Estados, do Distrito Federal e dos Municípios obedecerá aos princípios de legalidade, impessoalidade, moralidade, publicidade e eficiência e, também, ao seguinte: (Redação dada pela Emenda Constitucional nº 19, de 1998)

§ 6º As pessoas jurídicas de direito público e as de direito privado prestadoras de serviços públicos responderão pelos danos que seus agentes, nessa qualidade, causarem a terceiros, assegurado o direito de regresso contra o responsável nos casos de dolo ou culpa.

TÍTULO V
DA DEFESA DO ESTADO E DAS INSTITUIÇÕES DEMOCRÁTICAS

CAPÍTULO III
DA SEGURANÇA PÚBLICA

Art. 144. A segurança pública, dever do Estado, direito e responsabilidade de todos, é exercida para a preservação da ordem pública e da incolumidade das pessoas e do patrimônio, através dos seguintes órgãos:

I - polícia federal;

II - polícia rodoviária federal;

III - polícia ferroviária federal;

IV - polícias civis;

V - polícias militares e corpos de bombeiros militares.

VI - polícias penais federal, estaduais e distrital. (Redação dada pela Emenda Constitucional nº 104, de 2019)

§ 5º Às polícias militares cabem a polícia ostensiva e a preservação da ordem pública; aos corpos de bombeiros militares, além das atribuições definidas em lei, incumbe a execução de atividades de defesa civil.

§ 6º As polícias militares e corpos de bombeiros militares, forças auxiliares e reserva do Exército, subordinam-se, juntamente com as polícias civis, aos Governadores dos Estados, do Distrito Federal e dos Territórios.

§ 6º As polícias militares e os corpos de bombeiros militares, forças auxiliares e reserva do Exército subordinam-se, juntamente com as polícias civis e as polícias penais estaduais e distrital, aos Governadores dos Estados, do Distrito Federal e dos Territórios. (Redação dada pela Emenda Constitucional nº 104, de 2019)

§ 8º Os Municípios poderão constituir guardas municipais destinadas à proteção de seus bens, serviços e instalações, conforme dispuser a lei.`,
  },
] as const;
