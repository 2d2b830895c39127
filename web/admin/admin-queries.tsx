import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import type { Answers } from '../client/answers.ts'
import { useAnswers } from '../client/use-answer.ts'

/** The cache of the admin area, which pages through lists and edits them in place: one for each page that was loaded. */
const clients = new WeakMap<Answers, QueryClient>()
const pages = new WeakMap<QueryClient, Answers>()

function clientOf(answers: Answers): QueryClient {
  const known = clients.get(answers)
  if (known) return known
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } },
  })
  for (const [call, input, output] of answers.seeds)
    client.setQueryData([call, input], output, { updatedAt: answers.begun })
  answers.follow((call) => void client.invalidateQueries(call === undefined ? {} : { queryKey: [call] }))
  clients.set(answers, client)
  pages.set(client, answers)
  return client
}

/** Has what the page itself shows about its visitor requested again: who it is, or what they have. */
export function refreshPage(
  queries: QueryClient,
  call: 'GET /api/v1/users/userinfo' | 'GET /api/v1/subscriptions/user',
): void {
  void pages.get(queries)?.refresh(call)
}

/** A part of the admin area with its cache around it. */
export function withQueries<P extends object>(Part: ComponentType<P>): ComponentType<P> {
  return function AdminPart(props: P) {
    const answers = useAnswers()
    const [client] = useState(() => clientOf(answers))
    return (
      <QueryClientProvider client={client}>
        <Part {...props} />
      </QueryClientProvider>
    )
  }
}
