import { useRef, useState } from 'react'
import { isEmailAddress } from '../../../../domain/person/field-rules.ts'
import { call } from '../../../client/api.ts'
import type { FormState } from '../../use-form.ts'

export type EmailLookup = {
  state: 'unasked' | 'asking' | 'known' | 'unknown'
  ask(email: string): void
  /** The form's state in which a changed address clears the result of the previous look-up. */
  forgotBy(form: FormState): FormState
}

/** Looks up whether an account exists for an address when the field loses the focus. A failed look-up has no result. */
export function useEmailLookup(): EmailLookup {
  const [state, setState] = useState<EmailLookup['state']>('unasked')
  const wanted = useRef('')
  return {
    state,
    ask(email) {
      const address = email.trim()
      if (!isEmailAddress(address) || wanted.current === address) return
      wanted.current = address
      setState('asking')
      const answer = (found: EmailLookup['state']) => {
        if (wanted.current === address) setState(found)
      }
      call('GET /api/v1/users/search/{email}', { path: { email: address } }).then(
        () => answer('known'),
        () => answer('unknown'),
      )
    },
    forgotBy(form) {
      const set: FormState['set'] = (name, value) => {
        if (name === 'email') {
          wanted.current = ''
          setState('unasked')
        }
        form.set(name, value)
      }
      return { ...form, set }
    },
  }
}
