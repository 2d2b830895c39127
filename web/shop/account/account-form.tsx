import type { ReactNode } from 'react'
import { accountForms, type AccountAct } from '../../../contract/forms/account-forms.ts'
import type { Fields, FormCall, Redirect } from '../../../contract/forms/form-call.ts'
import { paths } from '../../../contract/screens.ts'
import { call } from '../../client/api.ts'
import { PageForm, useSending } from '../../forms/page-form.tsx'

type Answer<A extends AccountAct> = Exclude<Awaited<ReturnType<(typeof accountForms)[A]>>, Redirect>

type AccountFormProps<A extends AccountAct> = {
  act: A
  /** Hidden fields with their values. */
  hidden?: Fields
  /** Visible fields with their values. */
  values?: Fields
  /** Returns whether the fields may be sent. */
  check?: () => boolean
  /** Shows the result. Returns the address at which to continue, if any. */
  done: (answer: Answer<A>) => Promise<string | void> | string | void
  /** Handles a refusal and returns true, or returns false, and a message is shown. */
  refused?: (error: unknown) => boolean
  /** The message if the server sends none. */
  failed: string
  className?: string | undefined
  children: (busy: boolean) => ReactNode
}

/**
 * Renders a form of the account page, which the browser or this script sends. contract/forms/account-forms.ts defines
 * its action.
 */
export function AccountForm<A extends AccountAct>(props: AccountFormProps<A>) {
  const { act, hidden = {}, values = {}, check, done, refused, failed, className, children } = props
  const { busy, send } = useSending(() => failed)
  const form = accountForms[act] as (call: FormCall, fields: Fields) => Promise<Answer<A>>

  async function submit() {
    if (busy || check?.() === false) return
    await send(async () => done(await form(call, { ...hidden, ...values })), refused)
  }

  return (
    <PageForm className={className} action={paths.account} hidden={{ act, ...hidden }} onSubmit={submit}>
      {children(busy)}
    </PageForm>
  )
}
