import { ArrowDown, ArrowUp } from 'lucide-react';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { type Item, nextOrder, type Order, type SortKey } from './item-order.ts';
import { share, signed, suspicionNames, timeOf, whatToDo } from './report-words.ts';

type ItemTableProps = {
  items: Item[];
  order: Order;
  onOrder: (order: Order) => void;
  /** The version of the selected question. */
  current: number | null;
  onLook: (item: Item) => void;
};

/** One row per question; a press on a heading sorts by it, a press on a question opens it beside the table. */
export function ItemTable({ items, order, onOrder, current, onLook }: ItemTableProps) {
  const heading = (by: SortKey, label: string): Pick<Column<Item>, 'header' | 'sorted'> => ({
    header: (
      <button
        type="button"
        className="inline-flex min-h-11 min-w-11 items-center gap-1 font-strong"
        onClick={() => onOrder(nextOrder(order, by))}
      >
        {label}
        {order.by === by && (order.isDescending ? <ArrowDown /> : <ArrowUp />)}
      </button>
    ),
    sorted: order.by === by ? (order.isDescending ? 'descending' : 'ascending') : undefined,
  });
  const columns: Column<Item>[] = [
    {
      key: 'question',
      ...heading('number', 'Questão'),
      phone: 'title',
      cell: (item) => (
        <button
          type="button"
          className="grid min-h-11 w-full gap-1 py-1 text-left"
          aria-pressed={item.questionVersionId === current}
          onClick={() => onLook(item)}
        >
          <span className="line-clamp-2 break-words">
            <b className="font-strong">{item.number}.</b> {item.excerpt}
          </span>
          <span className="flex flex-wrap gap-1.5">
            {item.suspicions.map((one) => (
              <Badge key={one} tone={one === 'unused_option' ? 'sun' : 'bad'}>
                {suspicionNames[one]}
              </Badge>
            ))}
            {!item.isCurrent && <Badge>Versão anterior</Badge>}
          </span>
          {item.suspicions[0] && <span className="text-ink-soft text-sm">{whatToDo[item.suspicions[0]].short}</span>}
        </button>
      ),
    },
    { key: 'right', ...heading('right', 'Acertos'), align: 'end', cell: ({ shareRight }) => share(shareRight) },
    {
      key: 'discrimination',
      ...heading('discrimination', 'Discriminação'),
      align: 'end',
      cell: ({ discrimination }) => (discrimination === null ? '—' : signed(discrimination)),
    },
    { key: 'wrong', header: 'Erro mais comum', nowrap: true, cell: commonMistake },
    { key: 'blank', ...heading('blank', 'Em branco'), align: 'end', cell: ({ shareBlank }) => share(shareBlank) },
    {
      key: 'time',
      ...heading('time', 'Tempo'),
      align: 'end',
      nowrap: true,
      cell: (item) => timeOf(item.medianSeconds),
    },
  ];
  return (
    <Table
      caption="Questões do simulado"
      columns={columns}
      rows={items}
      rowKey={({ questionVersionId }) => String(questionVersionId)}
      isSelected={({ questionVersionId }) => questionVersionId === current}
    />
  );
}

/** '62% em B' */
function commonMistake({ options, kind }: Item): string {
  const wrong = options
    .map((option, place) => ({ ...option, mark: optionLabelOf(place, kind) }))
    .filter(({ isCorrect, count }) => !isCorrect && count > 0)
    .toSorted((one, other) => other.count - one.count)[0];
  return wrong ? `${share(wrong.share)} em ${wrong.mark}` : '—';
}
