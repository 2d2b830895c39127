import type { ReactNode } from 'react'
import { accountForms, type AccountAct } from '../../../contract/forms/account-forms.ts'
import type { Fields, FormCall, Redirect } from '../../../contract/forms/form-call.ts'
import { paths } from '../../../contract/screens.ts'
import { call } from '../../client/api.ts'
import { PageForm, useSending } from '../../forms/page-form.tsx'

type Answer<A extends AccountAct> = Exclude<Awaited<ReturnType<(typeof accountForms)[A]>>, Redirect>

type AccountFormProps<A extends AccountAct> = {
  act: A
  /** Fields that are not filled in. */
  hidden?: Fields
  /** Fields that are, with what they hold. */
  values?: Fields
  /** Whether the fields may be sent. */
  check?: () => boolean
  /** Shows what came of it. Returns the address to go on to, if any. */
  done: (answer: Answer<A>) => Promise<string | void> | string | void
  /** Deals with a refusal and returns true, or leaves it to a message. */
  refused?: (error: unknown) => boolean
  /** The message where the server gives none. */
  failed: string
  className?: string | undefined
  children: (busy: boolean) => ReactNode
}

/** A form of the account page: contract/forms/account-forms.ts has what it does, sent by the browser or by this script. */
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
