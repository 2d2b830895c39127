import { createContext, use, type ReactNode } from 'react'
import type { Brand } from '../../domain/catalogue/brand.ts'
import type { CallName, Output, Sent } from '../../contract/contract.ts'
import type { Posted } from '../../contract/posted.ts'
import type { Theme } from '../../domain/preferences.ts'
import type { Entry, Need, User } from '../../contract/screens.ts'
import { Answers, keyOf, type Seed } from './answers.ts'
import { call } from './api.ts'
import { useLocation } from './location.tsx'
import { hasSessionEnded } from './session.ts'
import { useAnswers, useNeeded } from './use-answer.ts'

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
export type PageData = { answers: Seed[]; settings: PageSettings }

const Settings = createContext<PageSettings | null>(null)

export function SettingsProvider({ settings, children }: { settings: PageSettings; children: ReactNode }) {
  return <Settings value={settings}>{children}</Settings>
}

export function useSettings(): PageSettings {
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

const whoIsHere = 'GET /api/v1/users/userinfo'
const whatTheyHave = 'GET /api/v1/subscriptions/user'
const stranger = 'nobody'
const nobody: Output<typeof whatTheyHave> = { subscriber: null, subscriptions: [] }

export function answersOf(seeds: PageData['answers'], isOnline?: () => boolean): Answers {
  return new Answers([...seeds, [whatTheyHave, stranger, nobody]], isOnline)
}

/** The answer of a call that this page shows. Suspends until it is there; a refusal goes to the nearest error boundary. */
export function useCall<C extends CallName>(name: C, input: Extract<Need, { call: C }>['input'] = {}): Output<C> {
  return useNeeded(name, input, () => call<C>(name, input as Sent<C>))
}

/**
 * Who looks at the page. Whoever was signed in when it came stays so for this page: that the session has ended is said
 * by the session watch, and takes nothing away from under them.
 */
function useUser(): Output<typeof whoIsHere>['user'] {
  const answers = useAnswers()
  return useNeeded(whoIsHere, {}, async () => {
    const before = answers.stateOf(keyOf(whoIsHere, {})).data as Output<typeof whoIsHere> | undefined
    const answer = await call(whoIsHere)
    const wasSignedIn = before !== undefined && before.user !== 'anonymousUser'
    return wasSignedIn && answer.user === 'anonymousUser' && (await hasSessionEnded(401)) ? before : answer
  }).user
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
  const {
    subscriptions,
    subscriber,
    orders = [],
  } = useNeeded(whatTheyHave, isStranger ? stranger : own, () =>
    isStranger ? Promise.resolve(nobody) : call(whatTheyHave, own),
  )
  return { user: isStranger ? null : user, entries: subscriptions, orders, subscriber }
}

/** The document's title while this shows. */
export function Title({ children }: { children: string }) {
  const { brand } = useSettings()
  return <title>{`${children} | ${brand.name}`}</title>
}
