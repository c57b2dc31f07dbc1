/* What the people of the sample school wrote; made up for this product. */

const opening =
  'A presença de câmeras nos uniformes da polícia militar deixou de ser promessa e virou rotina em vários estados. O equipamento registra o que antes dependia só da memória de quem estava na rua. Ainda assim, gravar não basta: é preciso decidir quando, como e para quem a imagem serve.';
const protection =
  'Em primeiro lugar, a gravação protege os dois lados da abordagem. O cidadão tem uma prova que não depende da sua palavra, e o policial que age dentro da lei tem como responder a uma acusação falsa. Houveram casos em que a imagem encerrou em minutos uma dúvida que duraria anos.';
const training =
  'Além disso, as imagens ajudam na formação da tropa. Uma ocorrência mal conduzida pode virar aula, com erros e acertos à vista, e não apenas punição. Todo mundo sabe que se aprende mais com o caso concreto do que com o manual.';
const privacy =
  'Por outro lado, filmar também expõe. Vítimas de violência doméstica, crianças e moradores dentro de casa tem direito à intimidade, que a Constituição assegura no artigo 5º. Sem regra clara sobre o acesso e o prazo de guarda, a câmera deixa de ser garantia e vira vigilância.';
const closing =
  'Portanto, cabe aos estados regular o uso das câmeras por lei própria, com gravação obrigatória nas abordagens, registro de quem acessou cada imagem e prazo definido para apagá-la. Desse modo, a farda presta contas sem transformar a vida das pessoas em espetáculo.';

const join = (...paragraphs: string[]) => paragraphs.join('\n');

export const cameraEssays = [
  join(opening, protection, training, privacy, closing),
  join(opening, privacy, protection, training, closing),
  join(opening, protection, privacy, training, closing),
  join(opening, training, protection, privacy, closing),
] as const;

export const rewrittenCameraEssay = join(
  opening,
  protection.replace('Houveram casos', 'Houve casos'),
  training.replace('Todo mundo sabe que se aprende', 'Estudos sobre ensino policial mostram que se aprende'),
  privacy.replace('casa tem direito', 'casa têm direito'),
  closing,
);

export const shortCameraEssay = join(opening, closing);

export const trafficEssay = join(
  'O trânsito brasileiro mata mais do que muitas doenças, e quase sempre por causas conhecidas: velocidade, álcool e distração. Reduzir essas mortes exige educação, fiscalização e responsabilidade de quem dirige.',
  'A educação começa antes do volante. Escolas que ensinam a criança a atravessar a rua formam o pedestre atento de hoje e o motorista prudente de amanhã. Campanhas isoladas, feitas só em semana de feriado, têm efeito curto.',
  'A fiscalização, por sua vez, funciona quando é previsível e visível. A Lei Seca mostrou que a certeza da abordagem muda o comportamento mais do que o valor da multa. Onde a operação é constante, o número de mortes cai.',
  'Por fim, nenhuma lei substitui a escolha individual. Quem responde uma mensagem ao volante decide, naquele segundo, pela vida de outra pessoa. É essa consciência que transforma regra em hábito.',
  'Assim, poder público e sociedade devem agir juntos: disciplina permanente nas escolas, operações regulares e transparência sobre os resultados. O trânsito seguro é construído todos os dias, por todos.',
);

export const searchDraft =
  'A busca pessoal sem mandado depende de fundada suspeita, prevista no artigo 244 do Código de Processo Penal. Não basta a impressão do policial: é preciso um elemento concreto, que possa ser descrito';
