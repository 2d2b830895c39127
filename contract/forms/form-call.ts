import type { CallName, Output, Sent } from '../contract.ts'

/** The fields of a form as a browser sends them. */
export type Fields = Readonly<Record<string, string>>

/** An answer that leads to another address. */
export type Redirect = { redirect: string }

/**
 * Makes a call of the contract for a form: over HTTP in a browser, in process on the server that was sent the form by a
 * browser without scripts. Throws what the call is refused with.
 */
export type FormCall = <C extends CallName>(name: C, input: Sent<C>) => Promise<Output<C> | Redirect>

/** The address that an answer names; undefined where it names none. */
export function addressIn(answer: unknown): string | undefined {
  const { redirect, redirectUrl, link } = (answer ?? {}) as Partial<Record<'redirect' | 'redirectUrl' | 'link', string>>
  return redirect ?? redirectUrl ?? link
}
