import type { ReactNode } from 'react'
import { signOut } from '../client/sign-out.ts'
import { PageForm } from './page-form.tsx'

/** Signs out: `children` is the button. */
export function SignOutForm({ children }: { children: ReactNode }) {
  return (
    <PageForm action="/logout" onSubmit={signOut}>
      {children}
    </PageForm>
  )
}
