import { createContext, use, useState, type ReactNode } from 'react'
import type { Brand } from '../../domain/catalogue/brand.ts'
import { useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import type { Output } from '../../contract/contract.ts'
import type { Posted } from '../../contract/posted.ts'
import type { Theme } from '../../domain/preferences.ts'
import type { Entry, User } from '../../contract/screens.ts'
import { call } from './api.ts'
import { useLocation } from './location.tsx'
import { callQuery, createQueries, whoIsHere, type Answer } from './queries.ts'
import { hasSessionEnded } from './session.ts'

/** What the server tells every page about itself. */
export type PageSettings = {
  brand: Brand
  defaultCountry: string
  now: string
  theme: Theme
  /** Whether a notice says that payments are not real. */
  testMode: boolean
  /** Whether mails arrive in the sandbox's inbox. */
  sandboxMail: boolean
  /** What a form sent without scripts carries as `_csrf`. */
  forgeryToken: string
  /** What became of the form that was sent to this page without them. */
  posted?: Posted
}

/** What a page comes with: the answers of the calls it needs, so that it is whole before any script runs. */
export type PageData = { answers: Answer[]; settings: PageSettings }

/** `changeBrand` shows another brand on this page, once an administrator has changed it. */
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

/** What became of the form that was sent to the page one looks at, if one was; it is told once. */
export function usePosted(): Posted | null {
  const { posted } = useSettings()
  const { pathname, moved } = useLocation()
  return posted?.at === pathname && !moved ? posted : null
}

const whatTheyHave = 'GET /api/v1/subscriptions/user'
const stranger = 'nobody'
const nobody: Output<typeof whatTheyHave> = { subscriber: null, subscriptions: [] }

/** The cache of a page, on the server and in the browser. */
export function queriesOf(answers: PageData['answers']): QueryClient {
  return createQueries([...answers, [whatTheyHave, stranger, nobody]])
}

/**
 * The page's visitor. A person who was signed in when it came stays so for this page: that the session has ended is said
 * by the session watch, and takes nothing away from under them.
 */
function useUser(): Output<typeof whoIsHere>['user'] {
  const { queryKey } = callQuery(whoIsHere)
  const { data } = useSuspenseQuery({
    queryKey,
    queryFn: async ({ client }) => {
      const before = client.getQueryData(queryKey)
      const answer = await call(whoIsHere)
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
  orders: NonNullable<Output<typeof whatTheyHave>['orders']>
}

/** Who looks at the page, and what they have. */
export function useVisitor(): Visitor & { subscriber: Output<'GET /api/v1/subscriptions/user'>['subscriber'] } {
  const user = useUser()
  const isStranger = user === 'anonymousUser'
  const own = { query: {} }
  const { data } = useSuspenseQuery({
    queryKey: [whatTheyHave, isStranger ? stranger : own],
    queryFn: () => (isStranger ? nobody : call(whatTheyHave, own)),
  })
  const { subscriptions, subscriber, orders = [] } = data
  return { user: isStranger ? null : user, entries: subscriptions, orders, subscriber }
}

/** On the server, receives the title, which belongs in the head; in the browser there is none, and React puts it there. */
export const TitleCollector = createContext<((title: string) => void) | null>(null)

/** The document's title while this shows. */
export function Title({ children }: { children: string }) {
  const { brand } = useSettings()
  const collect = use(TitleCollector)
  const title = `${children} | ${brand.name}`
  if (collect === null) return <title>{title}</title>
  collect(title)
  return null
}
