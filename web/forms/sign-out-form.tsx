import type { ReactNode } from 'react'
import { shopWords } from '#words/shop/shop.ts'
import { messageOf } from '../client/api.ts'
import { useLocation } from '../client/location.tsx'
import { signOut } from '../client/sign-out.ts'
import { useToast } from '../ui/overlays/toast.tsx'
import { PageForm } from './page-form.tsx'

/** Renders a form that signs out; `children` is the button. An order stays open. */
export function SignOutForm({ children }: { children: ReactNode }) {
  const toast = useToast()
  const { name, pathname } = useLocation()
  const back = name === 'orderSummary' ? { back: pathname } : {}
  const leave = () =>
    signOut(back.back).catch((error: unknown) =>
      toast({ tone: 'error', message: messageOf(error, shopWords.problem.unreachable) }),
    )
  return (
    <PageForm action="/logout" hidden={back} onSubmit={leave}>
      {children}
    </PageForm>
  )
}
