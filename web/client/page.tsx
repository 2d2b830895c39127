import { createContext, use, useState, type ReactNode } from 'react'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import type { Output } from '../../contract/contract.ts'
import type { PageData, PageSettings } from '../../contract/page-data.ts'
import type { PostedForm } from '../../contract/posted.ts'
import type { Entry, User } from '../../contract/screens.ts'
import { call } from './api.ts'
import { useLocation } from './location.tsx'
import { callQuery, createQueries, userInfoCall } from './queries.ts'
import { hasSessionEnded } from './session.ts'

/** `changeBrand` applies another brand to this page, once an administrator has changed it. */
type Changeable = PageSettings & { changeBrand: (brand: Brand) => void }

const Settings = createContext<Changeable | null>(null)

export function SettingsProvider({ settings, children }: { settings: PageSettings; children: ReactNode }) {
  const [brand, changeBrand] = useState(settings.brand)
  return <Settings value={{ ...settings, brand, changeBrand }}>{children}</Settings>
}

export function useSettings(): Changeable {
  const settings = use(Settings)
  if (!settings) throw new Error('no settings around this component')
  return settings
}

/** Returns the result of the form that was sent to the current page, if any. It is shown once. */
export function usePosted(): PostedForm | null {
  const { posted } = useSettings()
  const { pathname, moved } = useLocation()
  return posted?.at === pathname && !moved ? posted : null
}

const ownSubscriptionsCall = 'GET /api/v1/subscriptions/user'
const stranger = 'nobody'
const nobody: Output<typeof ownSubscriptionsCall> = { subscriber: null, subscriptions: [] }

/** Creates the cache of a page, on the server and in the browser. */
export function queriesOf(answers: PageData['answers']): QueryClient {
  return createQueries([...answers, [ownSubscriptionsCall, stranger, nobody]])
}

/**
 * Returns the page's visitor. A person who was signed in when the page loaded remains so for this page: the session
 * watch reports the end of the session, and the page's content stays.
 */
function useUser(): Output<typeof userInfoCall>['user'] {
  const { queryKey } = callQuery(userInfoCall)
  const { data } = useSuspenseQuery({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData(queryKey)
      const answer = await call(userInfoCall)
      const wasSignedIn = before !== undefined && before.user !== 'anonymousUser'
      return wasSignedIn && answer.user === 'anonymousUser' && (await hasSessionEnded(401)) ? before : answer
    },
  })
  return data.user
}

/** `orders` are those whose payment is being processed. */
export type Visitor = {
  user: User | null
  entries: readonly Entry[]
  orders: NonNullable<Output<typeof ownSubscriptionsCall>['orders']>
}

/** Returns the visitor of the page, and their subscriptions. */
export function useVisitor(): Visitor & { subscriber: Output<'GET /api/v1/subscriptions/user'>['subscriber'] } {
  const user = useUser()
  const isStranger = user === 'anonymousUser'
  const own = { query: {} }
  const { data } = useSuspenseQuery({
    queryKey: [ownSubscriptionsCall, isStranger ? stranger : own],
    queryFn: () => (isStranger ? nobody : call(ownSubscriptionsCall, own)),
  })
  const { subscriptions, subscriber, orders = [] } = data
  return { user: isStranger ? null : user, entries: subscriptions, orders, subscriber }
}

/**
 * Receives the title on the server, where it belongs in the head. In the browser there is none, and React sets the
 * title.
 */
export const TitleCollector = createContext<((title: string) => void) | null>(null)

/** Sets the document's title while this is rendered. */
export function Title({ children }: { children: string }) {
  const { brand } = useSettings()
  const collect = use(TitleCollector)
  const title = `${children} | ${brand.name}`
  if (collect === null) return <title>{title}</title>
  collect(title)
  return null
}
