import type { CallName, Output, CallInput } from '../contract.ts'

/** The fields of a form as a browser sends them. */
export type Fields = Readonly<Record<string, string>>

/** A response that leads to another address. */
export type Redirect = { redirect: string }

/**
 * Makes a call of the contract for a form: over HTTP in a browser, or in process if a browser without scripts sent the
 * form to the server. Throws the refusal of the call.
 */
export type FormCall = <C extends CallName>(name: C, input: CallInput<C>) => Promise<Output<C> | Redirect>

/** Returns the address in a response; undefined if there is none. */
export function addressIn(answer: unknown): string | undefined {
  const { redirect, redirectUrl, link } = (answer ?? {}) as Partial<Record<'redirect' | 'redirectUrl' | 'link', string>>
  return redirect ?? redirectUrl ?? link
}
