import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import { Dialog } from '#web/ui/dialog.tsx';

export default function HowWeReckon({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title="Como calculamos">
      <div className="grid gap-3">
        <p>
          Cada resposta de treino, revisão e simulado encerrado diz algo sobre você e sobre a questão: acertar uma
          difícil vale mais que acertar uma fácil, e o chute é descontado. Assim estimamos a chance de você acertar uma
          questão de cada assunto do edital. Só a primeira resposta a cada questão conta aqui: acertar de novo a mesma
          questão mostra memória, não domínio.
        </p>
        <p>
          Mostramos a nota a partir de 60 questões diferentes, com pelo menos 3 em cada um dos assuntos que somam 60%
          dos pontos da prova. Antes disso, são poucos dados.
        </p>
        <p>
          A nota são os pontos líquidos esperados pelas regras da prova: peso de cada matéria, desconto por erro e
          mínimos. A faixa e a chance de passar vêm de centenas de provas simuladas: a faixa mostra onde a nota fica em
          8 de cada 10 delas. Ela estreita à medida que você responde questões novas.
        </p>
        <p>
          O tempo conta: um assunto que você não pratica há semanas perde um pouco, menos quando suas questões voltaram
          em dias diferentes. E a prova real pode ser mais difícil que o nosso banco: a nota e a faixa já descontam essa
          possibilidade.
        </p>
        <p>
          Os pontos a ganhar são líquidos, pelas mesmas regras, e vêm do que uma aula e um treino já trouxeram aos
          alunos desta escola, até 85% de acerto no assunto. A revisão não entra aí: ela mantém o que você já sabe, e a
          lista de cada dia vem da sua memória de cada questão. Enquanto há poucos registros, usamos uma suposição e
          escrevemos "estimativa". Com menos de {TOPIC_EVIDENCE} questões diferentes no assunto, mostramos o máximo
          possível, com a palavra "até".
        </p>
        <p>É uma estimativa, não uma promessa. Depois de cada simulado comparamos o que esperávamos com o que veio.</p>
      </div>
    </Dialog>
  );
}
