import type { ReactNode } from 'react'
import { shopWords } from '#words/shop/shop.ts'
import { messageOf } from '../client/api.ts'
import { signOut } from '../client/sign-out.ts'
import { useToast } from '../ui/overlays/toast.tsx'
import { PageForm } from './page-form.tsx'

/** Signs out: `children` is the button. */
export function SignOutForm({ children }: { children: ReactNode }) {
  const toast = useToast()
  const leave = () =>
    signOut().catch((error: unknown) =>
      toast({ tone: 'error', message: messageOf(error, shopWords.problem.unreachable) }),
    )
  return (
    <PageForm action="/logout" onSubmit={leave}>
      {children}
    </PageForm>
  )
}
