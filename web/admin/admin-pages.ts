import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import type { CallInput, CallName } from '../../contract/contract.ts'
import { callPage, type ListPage } from '../client/api.ts'

type Item<C extends CallName> = ListPage<C>['items'] extends readonly (infer One)[] ? One : never

/**
 * The items of a list that is requested page by page, of all pages so far. `every` returns after how many ms they are
 * requested again.
 */
export function useAdminPages<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  every: (items: readonly Item<C>[]) => number | false = () => false,
) {
  return useInfiniteQuery({
    queryKey: [name, 'pages', input],
    queryFn: ({ pageParam }) => callPage(name, pageParam === '' ? input : pageOf(input, pageParam)),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: itemsOf<C>,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => every(data === undefined ? [] : itemsOf(data)),
  })
}

const itemsOf = <C extends CallName>({ pages }: InfiniteData<ListPage<C>>): Item<C>[] =>
  pages.flatMap(({ items }) => items as Item<C>[])

/** Adds the cursor of a page to what a list was requested with. */
function pageOf<C extends CallName>(input: CallInput<C>, cursor: string): CallInput<C> {
  const { query } = input as { query?: object }
  return { ...input, query: { ...query, cursor } }
}
