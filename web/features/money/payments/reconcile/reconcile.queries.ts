import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { listOpenPayments } from '#contract/money/payments.ts';
import {
  confirmStatement,
  decideEntry,
  getStatement,
  ignoreUnmatched,
  listStatementEntries,
  listStatements,
  listUnreceived,
  type ShownEntries,
  type Statement,
  takeStatementBack,
  uploadStatement,
} from '#contract/money/statements.ts';
import { call, callPage, isRefused, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { plural } from '#web/lib/format.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const PAGE = 50;
/** Polls the count while many entries are approved in the background. */
const PROGRESS_POLL_MS = 1500;

export const statementsQuery = pagesQuery(listStatements, schoolKeys.statements.list, { query: { limit: 12 } });

export const statementQuery = (id: number, isRunning = false) =>
  readQuery(getStatement, schoolKeys.statements.one(id), {
    params: { id },
    refetchInterval: ({ state }) => (isRunning && (state.data?.matched ?? 0) > 0 ? PROGRESS_POLL_MS : false),
  });

export const entriesQuery = (id: number, show: ShownEntries) =>
  pagesQuery(listStatementEntries, schoolKeys.statements.entries(id, show), {
    params: { id },
    query: { show, limit: PAGE },
  });

export const unreceivedQuery = (id: number) =>
  pagesQuery(listUnreceived, schoolKeys.statements.unreceived(id), { params: { id }, query: { limit: PAGE } });

/** Orders that an entry could be for, by name, e-mail or code. */
export const openOrdersQuery = (search: string) =>
  queryOptions({
    queryKey: schoolKeys.statements.orders(search),
    queryFn: async ({ signal }) => (await callPage(listOpenPayments, { query: { search, limit: 8 }, signal })).items,
    placeholderData: (previous) => previous,
  });

/** A confirmation here also decides the payment and grants access. */
const refresh = () =>
  void invalidate(schoolKeys.statements.all, schoolKeys.payments.all, schoolKeys.users.all, keys.dashboard.all);

export type Columns = { date: number; amount: number };

export const useUpload = (onProgress: (fraction: number) => void) =>
  useMutation({
    mutationFn: ({ file, columns }: { file: File; columns?: Columns }): Promise<Statement> =>
      upload(
        uploadStatement,
        formOf({ name: file.name, columns: columns ? JSON.stringify(columns) : undefined, file }),
        { onProgress },
      ),
    onSuccess: (made) => {
      queryClient.setQueryData(statementQuery(made.id).queryKey, made);
      refresh();
    },
  });

export const useConfirmSure = (id: number) =>
  useMutation({
    mutationFn: () => call(confirmStatement, { params: { id } }),
    onSuccess: (statement) => {
      queryClient.setQueryData(statementQuery(id).queryKey, statement);
      toast({
        title: 'Pagamentos confirmados',
        description:
          statement.matched > 0
            ? `Faltam ${statement.matched}: continuam sendo aprovados.`
            : `${plural(statement.confirmed, 'pagamento deste extrato está confirmado', 'pagamentos deste extrato estão confirmados')}.`,
      });
    },
    onError: (error) => {
      if (!isRefused<typeof confirmStatement>(error, 'fresh_proof_required')) notConfirmed(error);
    },
    onSettled: refresh,
  });
const notConfirmed = toastFailure('Nada foi confirmado');

export const useDecide = () =>
  useMutation({
    mutationFn: ({ id, ...body }: BodyOf<typeof decideEntry> & { id: number }) =>
      call(decideEntry, { params: { id }, body }),
    onError: toastFailure('A decisão não foi guardada'),
    onSettled: refresh,
  });

export const useIgnoreUnmatched = (id: number) =>
  useMutation({
    mutationFn: () => call(ignoreUnmatched, { params: { id } }),
    onSuccess: (statement) => queryClient.setQueryData(statementQuery(id).queryKey, statement),
    onError: toastFailure('Nada foi ignorado'),
    onSettled: refresh,
  });

export const useTakeStatementBack = (id: number) =>
  useMutation({
    mutationFn: () => call(takeStatementBack, { params: { id } }),
    onSuccess: () =>
      toast({ title: 'Extrato desfeito', description: 'Os pedidos que só ele pagava voltam para a análise.' }),
    onError: (error) => {
      if (!isRefused<typeof takeStatementBack>(error, 'fresh_proof_required')) notTakenBack(error);
    },
    onSettled: refresh,
  });
const notTakenBack = toastFailure('O extrato não foi desfeito');
