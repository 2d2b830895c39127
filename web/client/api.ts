import type { CallName, Output, CallInput } from '../../contract/contract.ts'
import type { FieldProblem } from '../../contract/errors.ts'
import { pageOfList, type PageOf } from '../../contract/rows/list-page.ts'
import { paths } from '../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { hasSessionEnded } from './session.ts'

const t = shopWords.problem

/** A failed call: the message to show, and the fields concerned. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly FieldProblem[]
  /** The session has ended, and the page already reports this. */
  readonly signedOut: boolean

  constructor(message: string, status: number, errors: readonly FieldProblem[] = [], signedOut = false) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.signedOut = signedOut
  }
}

/** The parts of the browser that a page uses; tests replace them. */
export type Browser = {
  fetch: typeof fetch
  go: (address: string) => void
  reload: () => void
  cookies: () => string
  online: () => boolean
  origin: string
}

const thisBrowser = (): Browser => ({
  fetch: window.fetch.bind(window),
  go: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
  cookies: () => document.cookie,
  online: () => window.navigator.onLine,
  origin: window.location.origin,
})

/** Makes a call of the contract. Rejects with an ApiError as in the specification's error catalogue. */
export async function call<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  browser: Browser = thisBrowser(),
): Promise<Output<C>> {
  return (await answerOf(await ask(name, input, browser), browser)) as Output<C>
}

/** Makes a call whose response has a `Location` header, and returns that address. */
export async function callForLocation<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  browser: Browser = thisBrowser(),
): Promise<string | null> {
  const response = await ask(name, input, browser)
  await answerOf(response, browser)
  return response.headers.get('location')
}

export type ListPage<C extends CallName> = PageOf<Output<C>>

/** Makes a call that returns a page of a list, whose Link header names the neighbouring pages. */
export async function callPage<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  browser: Browser = thisBrowser(),
): Promise<ListPage<C>> {
  const response = await ask(name, input, browser)
  const items = (await answerOf(response, browser)) as Output<C>
  return pageOfList(items, response.headers.get('link') ?? '')
}

async function ask<C extends CallName>(name: C, input: CallInput<C>, browser: Browser): Promise<Response> {
  const { path, query, headers, body } = input as {
    [Part in 'path' | 'query' | 'headers' | 'body']?: Record<string, string>
  }
  const [method = 'GET', template = ''] = name.split(' ')
  const address = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path?.[key] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  return browser
    .fetch(address + search, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'GET' ? {} : { 'x-xsrf-token': forgeryToken(browser.cookies()) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    .catch(() => {
      throw new ApiError(browser.online() ? t.unexpected : t.offline, 0)
    })
}

async function answerOf(response: Response, browser: Browser): Promise<unknown> {
  if (response.ok && response.redirected) {
    if (leadsToSignIn(response.url, browser.origin)) browser.reload()
    else browser.go(response.url)
    throw new ApiError(t.redirected, response.status)
  }
  if (response.status === 204) return undefined
  if (response.ok) return response.json()
  if (response.status === 429) {
    browser.go(paths.busy)
    throw new ApiError(t.tooMany, 429)
  }
  const body = (await response.json().catch(() => null)) as { message?: string; errors?: FieldProblem[] } | null
  const signedOut = await hasSessionEnded(response.status)
  throw new ApiError(body?.message ?? t.unexpected, response.status, body?.errors ?? [], signedOut)
}

function leadsToSignIn(address: string, origin: string): boolean {
  const url = new URL(address)
  return url.origin !== origin || url.pathname.startsWith('/identity/')
}

function forgeryToken(cookies: string): string {
  return /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1] ?? ''
}

/**
 * Returns the message about a failed call: `fallback` if the server sent none, nothing if the page already reports the
 * failure.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.signedOut) return ''
  return error.message === t.unexpected ? fallback : error.message
}
