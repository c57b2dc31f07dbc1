import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  align?: 'end';
  nowrap?: boolean;
  /** The rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Its position in the card that a row becomes below 768 px. The first column is the title, the others rows. */
  phone?: 'title' | 'aside' | 'plain' | 'row' | 'hidden';
};

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  actionsLabel?: string;
  loading?: boolean;
  /** Shown instead of the table when there are no rows. */
  empty?: ReactNode;
  isSelected?: (row: Row) => boolean;
  onRowClick?: (row: Row) => void;
  className?: string;
};

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e'];

/* A table with the layout of cards loses its semantics in some screen readers: the roles restore them. */
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
};

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowActions, actionsLabel = 'Ações', loading, empty, className } = props;
  if (!loading && rows.length === 0 && empty) return empty;
  return (
    <table {...role.table} aria-busy={loading || undefined} className={cx('table', className)}>
      <caption className="sr-only">{loading ? `${caption}: carregando…` : caption}</caption>
      <thead {...role.group}>
        <tr {...role.row}>
          {columns.map((column) => (
            <th {...role.header} key={column.key} scope="col" data-align={column.align} aria-sort={column.sorted}>
              {column.header}
            </th>
          ))}
          {rowActions && (
            <th {...role.header} scope="col">
              {actionsLabel}
            </th>
          )}
        </tr>
      </thead>
      <tbody {...role.group}>
        {loading ? (
          <SkeletonRows {...props} />
        ) : (
          rows.map((row) => <BodyRow key={props.rowKey(row)} row={row} {...props} />)
        )}
      </tbody>
    </table>
  );
}

function place<Row>(column: Column<Row>, index: number) {
  const phone = column.phone ?? (index === 0 ? 'title' : 'row');
  return {
    ...role.cell,
    'data-align': column.align,
    'data-nowrap': column.nowrap || undefined,
    'data-phone': phone,
    'data-label': typeof column.header === 'string' ? column.header : undefined,
  };
}

function BodyRow<Row>({ row, columns, rowActions, isSelected, onRowClick }: TableProps<Row> & { row: Row }) {
  return (
    <tr
      {...role.row}
      aria-current={isSelected?.(row) || undefined}
      data-clickable={onRowClick ? true : undefined}
      onClick={onRowClick && (() => onRowClick(row))}
    >
      {columns.map((column, index) => (
        <td {...place(column, index)} key={column.key}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td {...role.cell} data-phone="actions">
          <div className="flex flex-wrap items-center gap-2 max-md:[&>*]:flex-auto md:flex-nowrap">
            {rowActions(row)}
          </div>
        </td>
      )}
    </tr>
  );
}

function SkeletonRows<Row>({ columns, rowActions }: TableProps<Row>) {
  return SKELETON_ROWS.map((key) => (
    <tr {...role.row} key={key}>
      {columns.map((column, index) => (
        <td {...place(column, index)} key={column.key}>
          <Skeleton className={cx('h-4', index === 0 ? 'w-4/5' : 'w-3/5 min-w-16', column.align && 'ml-auto')} />
        </td>
      ))}
      {rowActions && (
        <td {...role.cell} data-phone="actions">
          <Skeleton className="h-9 w-24" />
        </td>
      )}
    </tr>
  ));
}
