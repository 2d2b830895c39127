import { useRef, useState } from 'react'
import { isEmailAddress } from '../../core/registration.ts'
import { call } from '../api.ts'

export type EmailLookup = {
  state: 'unasked' | 'asking' | 'known' | 'unknown'
  ask(email: string): void
  forget(): void
}

/** Whether an account exists for an address, asked when the field is left. A failed look-up tells nothing. */
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
    forget() {
      wanted.current = ''
      setState('unasked')
    },
  }
}
